import ABIMemory
import BackendAPI
import BackendKit
import PhotoModel
import Platform
import Testing

@Suite("The table of a Swift library") struct LibraryTableTests {
    private static let asset = Asset(
        localIdentifier: "a", filename: "a.jpg", path: AssetPath("a.jpg"), contentType: "public.jpeg", mediaType: .image
    )

    @Test("The table of a Swift library stops when the host's sink says so (R9.3)")
    func stops() throws {
        _ = StubLibrary(root: #function)
        let library = try DrivenLibrary(#function)
        let counting = CountingSink(limit: 2)
        var sink = counting.collections
        let status = library.table.collections(library.table.context, picker_string(), .max, &sink, nil, nil)
        #expect(status == PICKER_OK && counting.count == 2)
    }

    @Test("The table of a Swift library gives at most three key assets, however many the backend names")
    func keyAssets() throws {
        _ = StubLibrary(root: #function, assets: Array(repeating: Self.asset, count: 5))
        let library = try DrivenLibrary(#function)
        let counting = CountingSink()
        var sink = counting.assets
        let status = library.table.key_assets(
            library.table.context, library.arena.string("roll"), 0, &sink, nil, nil)
        #expect(status == PICKER_OK && counting.count == 3)
    }

    @Test("The table of a Swift library survives invalid numbers")
    func negativeNumbers() throws {
        _ = StubLibrary(root: #function)
        let library = try DrivenLibrary(#function)
        let counting = CountingSink()
        var sink = counting.collections
        #expect(library.table.camera_roll(library.table.context, &sink, nil, nil) == PICKER_OK)
        #expect(counting.collection.estimated_count == 0)
        var fetch = picker_fetch()
        #expect(library.fetch(into: &fetch) == PICKER_OK)
        defer { fetch.release(fetch.context) }
        var index: UInt64 = 7
        #expect(fetch.index_of(fetch.context, library.arena.string("a"), nil, &index, nil) == PICKER_OK && index == 0)
    }

    @Test("The table of a Swift library reads into the host's buffer, and refuses more than was asked for")
    func read() throws {
        let stub = StubLibrary(root: #function)
        let library = try DrivenLibrary(#function)
        var request = picker_read_request()
        request.struct_size = structSize(of: picker_read_request.self)
        request.local_identifier = library.arena.string("a")
        request.version_token = 12
        var buffer: [UInt8] = [0, 0, 0, 77]
        var length: UInt64 = 0
        func status(capacity: UInt64) -> picker_status {
            buffer.withUnsafeMutableBufferPointer { room in
                request.buffer = room.baseAddress
                request.capacity = capacity
                return library.table.read(library.table.context, &request, nil, &length, nil)
            }
        }
        #expect(status(capacity: 4) == PICKER_OK && length == 3 && buffer == [1, 2, 3, 77])
        #expect(stub.lastRead.withLock { $0?.contentTag } == 12)
        #expect(status(capacity: 2) == PICKER_INTERNAL && buffer == [1, 2, 3, 77])
        request.offset = .max
        #expect(status(capacity: 4) == PICKER_OK)
        #expect(stub.lastRead.withLock { $0?.offset } == .max, "whether there is such an asset, the library says")
    }

    @Test(
        "The table of a Swift library answers CLOSED everywhere after begin_shutdown, but release and close work (R13.4)"
    )
    func closed() throws {
        let stub = StubLibrary(root: #function, assets: [Self.asset])
        let library = try DrivenLibrary(#function)
        let table = library.table
        var fetch = picker_fetch()
        #expect(library.fetch(into: &fetch) == PICKER_OK)
        table.begin_shutdown(table.context)
        table.begin_shutdown(table.context)
        var number: UInt64 = 0
        var status: UInt32 = 0
        #expect(fetch.count(fetch.context, nil, &number, nil) == PICKER_CLOSED)
        #expect(fetch.window(fetch.context, 0, 1, nil, nil, nil) == PICKER_CLOSED)
        #expect(fetch.index_of(fetch.context, picker_string(), nil, &number, nil) == PICKER_CLOSED)
        #expect(table.authorization_status(table.context, nil, &status, nil) == PICKER_CLOSED)
        #expect(table.collections(table.context, picker_string(), 0, nil, nil, nil) == PICKER_CLOSED)
        #expect(table.request_image(table.context, nil, nil, nil, nil) == PICKER_CLOSED)
        #expect(table.changes_since(table.context, picker_bytes(), nil, nil, nil) == PICKER_CLOSED)
        #expect(table.diagnostics(table.context, nil, nil, nil) == PICKER_CLOSED)
        fetch.release(fetch.context)
        library.close()
        #expect(stub.closeCount.load(ordering: .relaxed) == 1)
    }

    @Test("The table of a Swift library answers UNSUPPORTED for what the backend leaves to the kit")
    func defaults() throws {
        _ = StubLibrary(root: #function)
        let library = try DrivenLibrary(#function)
        let table = library.table
        var sink = picker_change_sink()
        sink.struct_size = structSize(of: picker_change_sink.self)
        sink.emit = { _, _ in PICKER_STOP }
        #expect(table.observe(table.context, &sink, nil, nil) == PICKER_UNSUPPORTED)
        #expect(table.changes_since(table.context, picker_bytes(), &sink, nil, nil) == PICKER_UNSUPPORTED)
        #expect(table.get_extension(table.context, library.arena.string("org.picker.write/1")) == nil)
    }
}

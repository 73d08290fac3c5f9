import ABIMemory
import BackendAPI
import BackendKit
import Platform
import Testing

/// The extension of an open library, as a host gets at it.
private final class DrivenWriter {
    let backend = DrivenBackend(WritableBackend.self)
    var library = picker_library()
    let table: picker_write_v1
    let stub: WritableStub
    let arena = RecordArena()

    init(_ root: String) throws {
        try #require(backend.open(root, into: &library) == PICKER_OK)
        let found = try #require(library.get_extension(library.context, arena.string("org.picker.write/1")))
        table = found.load(as: picker_write_v1.self)
        stub = try #require(WritableStub.byRoot.withLock { $0[root] })
    }

    deinit {
        library.begin_shutdown(library.context)
        library.close(library.context)
    }

    func add(_ source: ByteSource, _ change: (inout picker_add_request) -> Void = { _ in }) -> (picker_status, Int) {
        var request = source.request("a.jpg", in: arena)
        change(&request)
        let counting = CountingSink()
        var sink = counting.assets
        let status = table.add(library.context, &request, &sink, nil, backend.error.pointer)
        return (status, counting.count)
    }

    func createAlbum(_ title: picker_string) -> (picker_status, CountingSink) {
        let counting = CountingSink()
        var sink = counting.collections
        return (table.create_album(library.context, title, &sink, nil, backend.error.pointer), counting)
    }
}

@Suite("The write extension of a Swift backend") struct WritingTests {
    @Test(
        "The write extension of a Swift backend gives the library the bytes as the host's source gives them, and the host the record"
    )
    func add() throws {
        let writer = try DrivenWriter(#function)
        let source = ByteSource([[1, 2], [3], [4, 5, 6]])
        let (status, records) = writer.add(source) { request in
            request.flags = PICKER_ADD_HAS_SIZE
            request.byte_size = 6
            request.collection = writer.arena.string("album")
        }
        #expect(status == PICKER_OK && records == 1 && source.readCount == 4)
        let added = WritableStub.Added(filename: "a.jpg", collection: "album", byteSize: 6, bytes: [1, 2, 3, 4, 5, 6])
        #expect(writer.stub.added.withLock { $0 } == [added])
    }

    @Test("The write extension of a Swift backend knows no size and no collection when the host names none")
    func absent() throws {
        let writer = try DrivenWriter(#function)
        #expect(writer.add(ByteSource([[1]])).0 == PICKER_OK)
        let added = try #require(writer.stub.added.withLock { $0.first })
        #expect(added.byteSize == nil && added.collection == nil)
    }

    @Test(
        "The write extension of a Swift backend returns what the source returned, and adds nothing",
        arguments: [PICKER_IO, PICKER_CANCELLED, PICKER_CHANGED])
    func sourceFails(status: picker_status) throws {
        let writer = try DrivenWriter("\(#function) \(status)")
        #expect(writer.add(ByteSource([[1, 2, 3]], end: status)) == (status, 0))
        #expect(writer.stub.added.withLock { $0.isEmpty })
    }

    @Test(
        "The write extension of a Swift backend refuses a request without a name, a source or a sink, and a source that gives more than there is room for"
    )
    func badRequests() throws {
        let writer = try DrivenWriter(#function)
        #expect(writer.add(ByteSource([])) { $0.filename = picker_string() }.0 == PICKER_INVALID_ARGUMENT)
        #expect(writer.add(ByteSource([])) { $0.read = nil }.0 == PICKER_INVALID_ARGUMENT)
        let boasting = writer.add(ByteSource([])) { request in
            request.read = { _, _, capacity, length in
                length!.pointee = capacity + 1  // A backend has to have a place for it.
                return PICKER_OK
            }
        }
        #expect(boasting.0 == PICKER_INVALID_ARGUMENT)
        var request = ByteSource([]).request("a.jpg", in: writer.arena)
        let table = writer.table
        #expect(table.add(writer.library.context, &request, nil, nil, nil) == PICKER_INVALID_ARGUMENT)
        var sink = CountingSink().assets
        #expect(table.add(writer.library.context, nil, &sink, nil, nil) == PICKER_INVALID_ARGUMENT)
        #expect(writer.stub.added.withLock { $0.isEmpty })
    }

    @Test("The write extension of a Swift backend makes albums, and passes on why it cannot")
    func albums() throws {
        let writer = try DrivenWriter(#function)
        let (status, sink) = writer.createAlbum(writer.arena.string("Küste 🌊"))
        #expect(status == PICKER_OK && sink.count == 1 && sink.collection.flags == PICKER_COLLECTION_EDITABLE)
        #expect(writer.createAlbum(writer.arena.string("")).0 == PICKER_INVALID_ARGUMENT)
        #expect(writer.backend.error.text == "a title is empty")
        #expect(writer.createAlbum(picker_string()).0 == PICKER_INVALID_ARGUMENT)
    }

    @Test(
        "The write extension of a Swift backend answers CLOSED after begin_shutdown, and never asks the source (R13.4)")
    func closed() throws {
        let writer = try DrivenWriter(#function)
        writer.library.begin_shutdown(writer.library.context)
        let source = ByteSource([[1]])
        #expect(writer.add(source) == (PICKER_CLOSED, 0))
        #expect(source.readCount == 0)
        #expect(writer.createAlbum(writer.arena.string("A")).0 == PICKER_CLOSED)
        #expect(writer.library.get_extension(writer.library.context, writer.arena.string("org.picker.write/1")) != nil)
    }

    @Test(
        "The write extension of a Swift backend is given for its own id and no other (R6)",
        arguments: ["org.picker.write/2", "org.picker.write", "", "x"])
    func otherIdentifiers(id: String) throws {
        let writer = try DrivenWriter("\(#function) \(id)")
        #expect(writer.library.get_extension(writer.library.context, writer.arena.string(id)) == nil)
        #expect(writer.library.get_extension(writer.library.context, picker_string()) == nil)
    }

    @Test(
        "The write extension of a Swift backend and the capability are both there or both not, or the backend is not made (R6.5)"
    )
    func capability() {
        let boasting = DrivenBackend(BoastingWriter.self)
        #expect(boasting.status == PICKER_INTERNAL)
        #expect(boasting.error.text == "it has the capability write, and its library is not of type WritableLibrary")
        let modest = DrivenBackend(ModestWriter.self)
        #expect(modest.status == PICKER_INTERNAL)
        #expect(modest.error.text == "its library is of type WritableLibrary, and it lacks the capability write")
        #expect(DrivenBackend(WritableBackend.self).status == PICKER_OK)
    }
}

import ABIMemory
import BackendAPI
import PhotoModel
import Platform
import Testing

@testable import BackendKit

/// A backend with settings, whose libraries say with what they were opened.
private struct SettingsBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "settings", name: "Settings", version: "1", priority: 1, capabilities: [], formats: [],
        settings: [
            SettingDescription(key: "depth", title: "Depth", kind: .number, defaultValue: "3"),
            SettingDescription(key: "note", title: "Note"),
            SettingDescription(
                key: "shape", title: "Shape", kind: .choice, isRequired: true, choices: ["flat", "deep"]),
        ])
    static let opened = Mutex<[String: OpenRequest]>([:])

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> StubLibrary {
        let name = String(decoding: request.location, as: UTF8.self)
        Self.opened.withLock { $0[name] = request }
        return StubLibrary(root: name)
    }
}

@Suite("How a library is opened") struct OpeningTests {
    private let backend = DrivenBackend(SettingsBackend.self)
    private let arena = RecordArena()

    /// Opens a library, and closes it if that worked.
    private func open(
        _ name: String, _ settings: [(key: String, value: String)] = [("shape", "flat")],
        size: UInt32 = structSize(of: picker_library.self), _ change: (inout picker_open_request) -> Void = { _ in }
    ) -> (status: picker_status, message: String) {
        var request = picker_open_request()
        request.struct_size = structSize(of: picker_open_request.self)
        request.location = arena.bytes(Array(name.utf8))
        request.setting_keys = arena.array(settings.map { arena.string($0.key) })
        request.setting_values = arena.array(settings.map { arena.string($0.value) })
        request.setting_count = UInt64(settings.count)
        change(&request)
        var library = picker_library()
        library.struct_size = size
        let status = backend.table.open_library(
            backend.table.context, &request, nil, &library, backend.error.pointer)
        guard status == PICKER_OK else { return (status, backend.error.text) }
        library.begin_shutdown(library.context)
        library.close(library.context)
        return (status, "")
    }

    private func opened(_ name: String) throws -> OpenRequest {
        try #require(SettingsBackend.opened.withLock { $0[name] })
    }

    @Test("How a library is opened: with what was said to its settings, and the standard for the others that have one")
    func settings() throws {
        #expect(open("said", [("shape", "deep"), ("depth", "-7"), ("note", "")]).status == PICKER_OK)
        #expect(try opened("said").settings == ["shape": "deep", "depth": "-7", "note": ""])
        #expect(open("standard").status == PICKER_OK)
        #expect(try opened("standard").settings == ["shape": "flat", "depth": "3"])
    }

    @Test("How a library is opened: not at all with settings that are missing, unknown or of another kind")
    func refusedSettings() {
        for (settings, message) in [
            ([], "shape is missing"), ([("shape", "round")], "shape must be one of flat, deep, not \"round\""),
            ([("shape", "flat"), ("depth", "3 m")], "depth must be a whole number, not \"3 m\""),
            ([("shape", "flat"), ("size", "1")], "size is not a setting of this backend"),
        ] as [([(key: String, value: String)], String)] {
            let refused = open("refused", settings)
            #expect(refused.status == PICKER_INVALID_ARGUMENT && refused.message == message)
        }
        #expect(open("refused", [("shape", "flat")]) { $0.setting_values = nil }.message == "settings are NULL")
        #expect(SettingsBackend.opened.withLock { $0["refused"] == nil })
    }

    @Test("How a library is opened: with its folders if it has any, and a refresh unless the host wants none")
    func foldersAndRefresh() throws {
        #expect(open("bare").status == PICKER_OK)
        let bare = try opened("bare")
        #expect(bare.dataDirectory == nil && bare.cacheDirectory == nil && bare.refreshesIndex)
        let full = open("full") { request in
            request.data_directory = arena.bytes([0x2F, 0xFF])
            request.cache_directory = arena.bytes(Array("/cache".utf8))
            request.flags = PICKER_OPEN_UNREFRESHED
        }
        #expect(full.status == PICKER_OK)
        let request = try opened("full")
        #expect(request.dataDirectory == [0x2F, 0xFF] && request.cacheDirectory == Array("/cache".utf8))
        #expect(!request.refreshesIndex)
    }

    @Test("How a library is opened: at a location, and in a table that has room; otherwise it is closed again")
    func room() throws {
        #expect(open("").message == "location is missing")
        #expect(open("x") { $0.location = picker_bytes() }.message == "location is missing")
        let full = open("full table", size: 3)
        #expect(full.status == PICKER_INVALID_ARGUMENT && full.message == "library has no room")
        let library = try #require(StubLibrary.byRoot.withLock { $0["full table"] })
        #expect(library.closeCount.load(ordering: .relaxed) == 1)
    }

    @Test("How a library is opened: as a folder or as an address, each by the backends that open such places")
    func locations() throws {
        let folder = OpenRequest(location: [0x2F, 0xFF])
        let address = OpenRequest(location: Array("db://host/photos".utf8))
        #expect(try folder.folder() == [0x2F, 0xFF] && address.address() == "db://host/photos")
        let noFolder = #expect(throws: PhotoError.self) { try address.folder() }
        #expect(noFolder?.status == .invalidArgument)
        #expect(noFolder?.message == "db://host/photos is no folder, and this backend opens folders")
        #expect(throws: PhotoError.self) { try folder.address() }
        #expect(throws: PhotoError.self) { try OpenRequest(location: [0xFF]).address() }
        #expect(throws: PhotoError.self) { try OpenRequest(location: []).folder() }
    }
}

@Suite("What a host leaves open") struct OpenQuestionTests {
    @Test("What a host leaves open: all media types, all collections but moments, and every format of pixels")
    func standards() throws {
        #expect(try MediaTypes(asked: 0) == .any && MediaTypes(asked: PICKER_MEDIA_MASK_VIDEO) == .video)
        let collections = CollectionTypes(asked: 0)
        #expect(collections.contains(.album) && collections.contains(.folder) && collections.contains(.smartAlbum))
        #expect(!collections.contains(.moment) && CollectionTypes(asked: .max).contains(.moment))
        #expect(FrameFormats(asked: 0) == [.gray8, .rgb8, .rgba8, .ycbcr8])
        #expect(FrameFormats(asked: 1 << 5) == .imageFile)
    }

    @Test("What a host leaves open: limits of an administrator who set none, or 0")
    func limits() throws {
        let size = PixelSize(width: 100, height: 10)
        var limits = ResourceLimits()
        #expect(limits.requestEnd == nil)
        try limits.check("a.jpg", pixelSize: size, byteSize: .max)
        (limits.maxPixels, limits.maxFileBytes) = (1000, 50)
        try limits.check("a.jpg", pixelSize: size, byteSize: 50)
        try limits.check("a.mov", pixelSize: nil, byteSize: 50)
        let bytes = #expect(throws: PhotoError.self) { try limits.check("a.jpg", pixelSize: size, byteSize: 51) }
        #expect(bytes == PhotoError(.tooLarge, "a.jpg has 51 bytes, and 50 are allowed"))
        let large = PixelSize(width: 1001, height: 1)
        let pixels = #expect(throws: PhotoError.self) { try limits.check("a.jpg", pixelSize: large, byteSize: 1) }
        #expect(pixels == PhotoError(.tooLarge, "a.jpg has 1001 pixels, and 1000 are allowed"))
        limits.maxRequestMilliseconds = 60_000
        let end = try #require(limits.requestEnd)
        let now = MonotonicTime.now
        #expect(end <= now + 60_000_000_000 && end > now)
    }

    @Test("What a host leaves open: a call that rests is over as soon as it is cancelled")
    func rest() throws {
        try BackendCall().rest(milliseconds: 0)
        let call = BackendCall(table: nil) { true }
        #expect(throws: PhotoError.closed) { try call.rest(milliseconds: 3_600_000) }
    }
}

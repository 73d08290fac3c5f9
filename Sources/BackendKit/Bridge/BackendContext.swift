internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// What a `picker_backend.context` points to.
final class BackendContext: Sendable {
    let backend: any PhotoBackend
    private let info: BackendInfo
    /// Strings of `info` for C, which live as long as the backend.
    private let strings: StringStorage

    init(_ backend: any PhotoBackend, info: BackendInfo) {
        self.backend = backend
        self.info = info
        strings = StringStorage(info)
    }

    func record() -> picker_backend_info {
        var record = picker_backend_info()
        record.struct_size = structSize(of: picker_backend_info.self)
        record.priority = info.priority
        record.header_revision = PICKER_HEADER_REVISION
        record.id = strings.id
        record.name = strings.name
        record.version = strings.version
        record.capabilities = info.capabilities.rawValue
        record.formats = strings.formats
        record.format_count = UInt64(info.formats.count)
        return record
    }

    func open(
        _ request: picker_open_request, call: BackendCall, into table: UnsafeMutablePointer<picker_library>
    ) throws(PhotoError) {
        guard let root = request.root.array else { throw .invalidArgument("root is missing") }
        let request = OpenRequest(
            root: root, dataDirectory: request.data_directory.array,
            refreshesIndex: request.flags & UInt32(PICKER_OPEN_UNREFRESHED) == 0)
        let library = LibraryContext(try backend.open(request, call: call), capabilities: info.capabilities)
        let filled = library.makeTable()
        guard boundedFill(table, with: filled) else {
            filled.close(filled.context)
            throw .invalidArgument("library has no room")
        }
    }
}

extension PhotoBackend {
    /// `openLibrary` with its type erased, for the bridge.
    fileprivate func open(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> any BackendLibrary {
        try openLibrary(request, call: call)
    }
}

/// The strings of a `BackendInfo` in memory that does not move.
private final class StringStorage: @unchecked Sendable {  // Unchecked: written in init only.
    private let arena = RecordArena()
    let id: picker_string
    let name: picker_string
    let version: picker_string
    let formats: UnsafePointer<picker_string>?

    init(_ info: BackendInfo) {
        id = arena.string(info.id)
        name = arena.string(info.name)
        version = arena.string(info.version)
        formats = arena.array(info.formats.map { [arena] in arena.string($0) })
    }
}

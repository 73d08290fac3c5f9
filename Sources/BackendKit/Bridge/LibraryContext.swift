internal import ABIMemory
internal import BackendAPI
internal import PhotoModel
internal import Platform

/// What a `picker_library.context` points to: the library, and whether it still answers.
final class LibraryContext: Sendable {
    let library: any BackendLibrary
    let capabilities: BackendCapabilities
    private let info: LibraryInfoRecord
    private let isShutDown = Atomic(false)

    init(_ library: any BackendLibrary, of backend: BackendInfo) {
        self.library = library
        let info = library.info(of: backend)
        capabilities = info.capabilities.intersection(backend.capabilities)
        self.info = LibraryInfoRecord(info, missing: backend.capabilities.subtracting(capabilities))
    }

    /// What the library is, for C; its strings live as long as this context.
    var record: picker_library_info { info.record }

    /// What a request asks for; throws `.unsupported` for a condition or sort key that this library did not promise (R7.2).
    func options(of request: picker_fetch_request) throws(PhotoError) -> FetchOptions {
        let options = try request.options()
        try options.check(against: capabilities, of: "this library")
        return options
    }

    func beginShutdown() { isShutDown.store(true, ordering: .releasing) }

    /// The call as Swift sees it; throws `.closed` after begin_shutdown (R13).
    func begin(_ call: UnsafePointer<picker_call>?) throws(PhotoError) -> BackendCall {
        let begun = BackendCall(table: call) { [self] in isShutDown.load(ordering: .acquiring) }
        if isShutDown.load(ordering: .acquiring) { throw .closed }
        return begun
    }

    /// The context behind the opaque pointer of a table.
    static func owner(of context: UnsafeMutableRawPointer?) throws(PhotoError) -> LibraryContext {
        guard let context else { throw .invalidArgument("context is NULL") }
        return Unmanaged<LibraryContext>.fromOpaque(context).takeUnretainedValue()
    }

    /// Runs one function of the table: opens the context, hands over the call, turns an error into a status.
    static func run(
        _ context: UnsafeMutableRawPointer?, _ call: UnsafePointer<picker_call>?,
        _ destination: UnsafeMutablePointer<picker_error>?,
        _ body: (any BackendLibrary, BackendCall) throws(PhotoError) -> Void
    ) -> picker_status {
        do throws(PhotoError) {
            let owner = try owner(of: context)
            try body(owner.library, owner.begin(call))
            return PICKER_OK
        } catch {
            return error.report(to: destination)
        }
    }
}

/// A `LibraryInfo` in memory that does not move.
private final class LibraryInfoRecord: @unchecked Sendable {  // Unchecked: written in init only.
    private let arena = RecordArena(capacity: 256)
    let record: picker_library_info

    init(_ info: LibraryInfo, missing: BackendCapabilities) {
        var record = picker_library_info()
        record.struct_size = structSize(of: picker_library_info.self)
        record.flags =
            (info.isReadOnly ? PICKER_LIBRARY_READ_ONLY : 0) | (info.isRemote ? PICKER_LIBRARY_REMOTE : 0)
            | (info.hasFiles ? PICKER_LIBRARY_FILES : 0)
        record.missing_capabilities = missing.rawValue
        record.title = arena.string(info.title)
        record.account = arena.string(info.account)
        record.service = arena.string(info.service)
        record.call_limit = UInt32(clamping: info.callLimit ?? 0)
        self.record = record
    }
}

internal import BackendAPI
internal import PhotoModel
internal import Platform

/// What a `picker_library.context` points to: the library, and whether it still answers.
final class LibraryContext: Sendable {
    let library: any BackendLibrary
    /// Those of its backend.
    let capabilities: BackendCapabilities
    private let isShutDown = Atomic(false)

    init(_ library: any BackendLibrary, capabilities: BackendCapabilities) {
        self.library = library
        self.capabilities = capabilities
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

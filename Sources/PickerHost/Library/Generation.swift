internal import PhotoModel
internal import Platform

/// One opened backend library and its users.
///
/// Calls in flight and fetch results are its users. When it is retired, it is shut down and closed as soon as the
/// last user is gone: requests in flight end on it, handles keep it alive, nothing dangles.
final class Generation: Sendable {
    private struct State {
        var users = 0
        var isRetired = false
        var isShutDown = false
        var isClosed = false
    }

    let number: Int
    /// What makes its images.
    let renderer: Renderer
    /// Kept as long as its library: the plugin may call the host.
    private let backend: LoadedBackend
    private let table: LibraryTable
    /// What the library says of itself.
    let libraryInfo: LibraryInfo
    /// The backend, with what it offers for this library.
    let info: BackendInfo
    private let state = Mutex(State())

    /// - Throws: when the library does not say what it is; it is closed then.
    init(number: Int, backend: LoadedBackend, table: LibraryTable) throws(PhotoError) {
        self.number = number
        self.backend = backend
        self.table = table
        do throws(PhotoError) {
            libraryInfo = try table.info(of: backend.info)
        } catch {
            table.beginShutdown()
            table.close()
            throw error
        }
        var info = backend.info
        info.capabilities = libraryInfo.capabilities
        self.info = info
        renderer = Renderer(info, path: backend.path)
    }

    deinit {
        // Nothing refers to it any more, so there is no user; a library that was not closed is closed now.
        let (isOpen, isShutDown) = state.withLock { (!$0.isClosed, $0.isShutDown) }
        if isOpen { closeTable(isShutDown: isShutDown) }
    }

    var path: String { backend.path }
    var isInWorker: Bool { backend.isInWorker }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Counts a new user; nil when the generation is retired or shut down.
    func enter() -> LibraryTable? {
        state.withLock { state in
            guard !state.isRetired, !state.isShutDown else { return nil }
            state.users += 1
            return table
        }
    }

    /// Counts another user while there is one already: a call on a fetch result that keeps this generation.
    func reenter() throws(PhotoError) -> LibraryTable {
        let entered = state.withLock { state in
            guard !state.isShutDown else { return false }
            state.users += 1
            return true
        }
        guard entered else { throw .closed }
        return table
    }

    /// Ends one use.
    func leave() { finish { $0.users -= 1 } }

    /// No new user from now on; closed when the last one leaves.
    func retire() { finish { $0.isRetired = true } }

    /// Like `retire`, and calls in flight end early, later ones on handles get CLOSED.
    func shutDown() {
        let isFirst = state.withLock { state in
            guard !state.isShutDown, !state.isClosed else { return false }
            state.isShutDown = true
            // A user itself: the library must not be closed by others during the call.
            state.users += 1
            return true
        }
        guard isFirst else { return retire() }
        table.beginShutdown()
        finish { state in
            state.users -= 1
            state.isRetired = true
        }
    }

    /// Changes the state, and closes the library when that made it retired and unused.
    private func finish(_ change: (inout State) -> Void) {
        let (isDrained, isShutDown) = state.withLock { state in
            change(&state)
            guard state.users == 0, state.isRetired, !state.isClosed else { return (false, false) }
            state.isClosed = true
            return (true, state.isShutDown)
        }
        if isDrained { closeTable(isShutDown: isShutDown) }
    }

    private func closeTable(isShutDown: Bool) {
        if !isShutDown { table.beginShutdown() }
        table.close()
    }
}

internal import PhotoModel
internal import Synchronization

/// One opened backend library and everybody who uses it.
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

    let description: BackendDescription
    let path: String
    let number: Int
    private let table: LibraryTable
    private let state = Mutex(State())
    /// Calls in flight that `shutDown` cancels.
    private let onClose: @Sendable () -> Void

    init(
        number: Int, backend: LoadedBackend, table: LibraryTable, onClose: @escaping @Sendable () -> Void = {}
    ) {
        self.number = number
        description = backend.description
        path = backend.path
        self.table = table
        self.onClose = onClose
    }

    deinit {
        // Nobody holds it any more, so there is no user; a library that was not closed is closed now.
        if state.withLock({ !$0.isClosed }) { closeTable() }
    }

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
            defer { state.isShutDown = true }
            return !state.isShutDown && !state.isClosed
        }
        if isFirst { table.beginShutdown() }
        retire()
    }

    private func finish(_ change: (inout State) -> Void) {
        let isDrained = state.withLock { state in
            change(&state)
            guard state.users == 0, state.isRetired, !state.isClosed else { return false }
            state.isClosed = true
            return true
        }
        if isDrained { closeTable() }
    }

    private func closeTable() {
        table.beginShutdown()
        table.close()
        onClose()
    }
}

internal import Logging
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
        /// A release is not waited for any more, and goes on.
        var isReleaseLate = false
    }

    /// How long a backend's closing is waited for: at the end of a library, and where the last user leaves, which may be on
    /// any thread.
    struct Patience {
        let milliseconds: Int

        static let ending = Patience(milliseconds: 10_000)
        static let leaving = Patience(milliseconds: 1000)
    }

    let number: Int
    /// What makes its images.
    let renderer: Renderer
    /// Kept as long as its library: the plugin may call the host.
    let backend: LoadedBackend
    /// Which folder was at the library's path when it was opened; nil: none, as for an address.
    let folder: FileStatus.Identity?
    private let table: LibraryTable
    /// What the library says of itself.
    let libraryInfo: LibraryInfo
    /// The backend, with what it offers for this library.
    let info: BackendInfo
    private let state = Mutex(State())
    /// Where fetches are released in a worker.
    private let releasing = ThreadPool("releases", limit: 1)

    /// - Throws: when the library does not say what it is; it is closed then.
    init(
        number: Int, backend: LoadedBackend, table: LibraryTable, folder: FileStatus.Identity? = nil
    ) throws(PhotoError) {
        self.number = number
        self.folder = folder
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
        renderer = Renderer(info, path: backend.path, file: backend.file)
    }

    deinit {
        // Nothing refers to it any more, so there is no user; a library that was not closed is closed now.
        let (isOpen, isShutDown) = state.withLock { (!$0.isClosed, $0.isShutDown) }
        if isOpen { closeTable(isShutDown: isShutDown, .leaving) }
        releasing.shutDown()
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
    func leave() { finish(.leaving) { $0.users -= 1 } }

    /// Releases a fetch, and ends the use that it was. May be called on any thread.
    ///
    /// A worker answers when it can: one that hangs holds up who lets go of a fetch for a moment, and those after it not at all.
    func leave(_ fetch: FetchTable) {
        guard isInWorker else {
            fetch.release()
            return leave()
        }
        let isDone = Monitor(false)
        let isLate = state.withLock(\.isReleaseLate)
        releasing.submit(priority: .visible) { [self] in
            fetch.release()
            leave()
            isDone.withLock { $0 = true }
            isDone.wakeAll()
            state.withLock { $0.isReleaseLate = false }
        }
        guard !isLate, isDone.wait(milliseconds: Patience.leaving.milliseconds, { $0 ? true : nil }) == nil else {
            return
        }
        // It may have ended by now.
        state.withLock { $0.isReleaseLate = !isDone.withLock { $0 } }
    }

    /// No new user from now on; closed when the last one leaves.
    func retire() { finish(.leaving) { $0.isRetired = true } }

    /// Like `retire`, and calls in flight end early, later ones on handles get CLOSED.
    func shutDown(_ patience: Patience = .ending) { Self.shutDown([self], patience) }

    /// Shuts down several at once, so that those whose backends hang hold up the caller no longer than one does.
    static func shutDown(_ generations: [Generation], _ patience: Patience = .ending) {
        let end = MonotonicTime.now + UInt64(patience.milliseconds) * 1_000_000
        let ends = generations.map { ($0, $0.beginShutDown(patience)) }
        for (generation, isDone) in ends {
            let now = MonotonicTime.now
            if let isDone { generation.wait(for: isDone, milliseconds: now < end ? Int((end - now) / 1_000_000) : 0) }
        }
    }

    /// - Returns: becomes true at the end; nil: there is nothing to wait for.
    private func beginShutDown(_ patience: Patience) -> Monitor<Bool>? {
        let isFirst = state.withLock { state in
            guard !state.isShutDown, !state.isClosed else { return false }
            state.isShutDown = true
            // A user itself: the library must not be closed by others during the call.
            state.users += 1
            return true
        }
        guard isFirst else {
            retire()
            return nil
        }
        return begin { [self] table in
            table.beginShutdown()
            // A backend that does not come back from that is not closed: it may still use what closing frees.
            finish(patience) { state in
                state.users -= 1
                state.isRetired = true
            }
        }
    }

    /// Changes the state, and closes the library when that made it retired and unused.
    private func finish(_ patience: Patience, _ change: (inout State) -> Void) {
        let (isDrained, isShutDown) = state.withLock { state in
            change(&state)
            guard state.users == 0, state.isRetired, !state.isClosed else { return (false, false) }
            state.isClosed = true
            return (true, state.isShutDown)
        }
        if isDrained { closeTable(isShutDown: isShutDown, patience) }
    }

    private func closeTable(isShutDown: Bool, _ patience: Patience) {
        onOwnThread(patience) { table in
            if !isShutDown { table.beginShutdown() }
            table.close()
        }
    }

    /// Ends something of the backend. One that does not come back from that costs the thread that it is on, and its caller
    /// no more than the patience.
    private func onOwnThread(_ patience: Patience, _ body: @escaping @Sendable (LibraryTable) -> Void) {
        wait(for: begin(body), milliseconds: patience.milliseconds)
    }

    /// - Returns: becomes true at the end.
    private func begin(_ body: @escaping @Sendable (LibraryTable) -> Void) -> Monitor<Bool> {
        let isDone = Monitor(false)
        let isStarted = DetachedThread.start(stackBytes: 1 << 20) { [table, backend] in
            body(table)
            withExtendedLifetime(backend) {}
            isDone.withLock { $0 = true }
            isDone.wakeAll()
        }
        if !isStarted {
            body(table)
            isDone.withLock { $0 = true }
        }
        return isDone
    }

    private func wait(for isDone: Monitor<Bool>, milliseconds: Int) {
        if isDone.wait(milliseconds: milliseconds, { $0 ? true : nil }) == nil {
            Logger(label: "picker.library").warning(
                "backend \(info.id) takes long to close a library: it is not waited for")
        }
    }
}

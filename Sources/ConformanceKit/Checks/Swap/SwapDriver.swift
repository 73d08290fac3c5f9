internal import Platform

/// The library that requests go to, and its swap for another while they run, as a host does it (R13.5).
final class SwapDriver: Sendable {
    /// A library with its backend, as long as it is the one that requests go to and until it is closed.
    final class ServingLibrary: Sendable {
        let backend: Backend
        let library: Library
        fileprivate let callsInFlight = Atomic(0)
        private let ending = Atomic(false)

        init(_ backend: Backend, _ library: Library) {
            self.backend = backend
            self.library = library
        }

        /// Whether `begin_shutdown` was called, or is about to be: CLOSED is no failure then.
        var isEnding: Bool { ending.load(ordering: .acquiring) }

        fileprivate func beginShutdown() {
            ending.store(true, ordering: .releasing)
            library.beginShutdown()
        }

        fileprivate func end() {
            library.close()
            backend.destroy()
        }
    }

    private let current: Mutex<ServingLibrary>

    init(_ first: ServingLibrary) { current = Mutex(first) }

    /// Makes calls of the library that is current now; it is not closed before `body` returns.
    func use<Result>(_ body: (ServingLibrary) throws(CheckStop) -> Result) throws(CheckStop) -> Result {
        let serving = current.withLock { serving in
            serving.callsInFlight.add(1, ordering: .relaxed)
            return serving
        }
        defer { serving.callsInFlight.subtract(1, ordering: .releasing) }
        return try body(serving)
    }

    /// From now on calls go to `next`; ends the one before it.
    ///
    /// - Parameter patience: how long calls in flight may take to end, in nanoseconds.
    func swap(to next: ServingLibrary, patience: UInt64) throws(CheckStop) {
        let last = current.withLock { serving in
            defer { serving = next }
            return serving
        }
        last.beginShutdown()
        let start = Clock.now
        while last.callsInFlight.load(ordering: .acquiring) > 0 {
            guard Clock.now - start < patience else {
                throw .failed("calls in flight go on \(patience / 1_000_000) ms after begin_shutdown")
            }
            Threads.pause(milliseconds: 1)
        }
        last.end()
    }

    /// Ends the last library; nothing may use it any more.
    func clear() {
        let serving = current.withLock { $0 }
        serving.beginShutdown()
        serving.end()
    }
}

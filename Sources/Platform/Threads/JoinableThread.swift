internal import Glibc

/// A thread whose end is waited for.
package struct JoinableThread: Sendable {
    private let thread: pthread_t

    /// Starts a thread; nil if the system can create no more threads.
    ///
    /// - Parameter blocksSignals: whether the thread blocks all signals, as each thread of a plugin must (docs/abi.md,
    ///   R11.1). Threads and programs that it starts inherit that.
    package init?(blocksSignals: Bool = false, _ body: @escaping @Sendable () -> Void) {
        guard let thread = createThread(nil, blocksSignals: blocksSignals, body) else { return nil }
        self.thread = thread
    }

    /// Waits for the end of the thread. Must be called once.
    package func join() { pthread_join(thread, nil) }
}

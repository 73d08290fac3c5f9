internal import Glibc

/// A thread of the system that is waited for.
package struct JoinableThread: Sendable {
    private let thread: pthread_t

    /// Starts a thread; nil when the system has none to give.
    ///
    /// - Parameter blocksSignals: whether it takes no signals, as each thread of a plugin must (docs/abi.md, R11.1). What it
    ///   starts, programs too, blocks them as well.
    package init?(blocksSignals: Bool = false, _ body: @escaping @Sendable () -> Void) {
        guard let thread = createThread(nil, blocksSignals: blocksSignals, body) else { return nil }
        self.thread = thread
    }

    /// Waits until it ended. To be called once.
    package func join() { pthread_join(thread, nil) }
}

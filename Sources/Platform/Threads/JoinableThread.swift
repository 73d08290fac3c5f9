internal import Glibc

/// A thread of the system that is waited for.
package struct JoinableThread: Sendable {
    private let thread: pthread_t

    /// Starts a thread; nil when the system has none to give.
    package init?(_ body: @escaping @Sendable () -> Void) {
        guard let thread = createThread(nil, body) else { return nil }
        self.thread = thread
    }

    /// Waits until it ended. To be called once.
    package func join() { pthread_join(thread, nil) }
}

internal import Glibc

/// A thread that is not waited for.
package enum DetachedThread {
    /// Starts a thread that runs `body` and ends.
    ///
    /// - Parameter blocksSignals: whether it takes no signals, as a thread of a plugin must not (R11.1).
    /// - Returns: false if the system can create no more threads.
    package static func start(
        stackBytes: Int, blocksSignals: Bool = false, _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackBytes)
        return createThread(&attributes, blocksSignals: blocksSignals, body) != nil
    }

    /// Runs `body`, which may block, on a thread of its own, and waits for its value without holding up one of Swift's
    /// threads.
    ///
    /// - Returns: nil if the system can create no more threads. `body` did not run then.
    package static func value<Value: Sendable>(
        stackBytes: Int, _ body: @escaping @Sendable () -> Value
    ) async -> Value? {
        await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
            let isStarted = start(stackBytes: stackBytes) { continuation.resume(returning: body()) }
            if !isStarted { continuation.resume(returning: nil) }
        }
    }
}

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
}

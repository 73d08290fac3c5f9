internal import SystemThreads

/// Starts a thread that runs `body` and ends. Backends are synchronous and may block: they never run on
/// Swift's cooperative threads.
enum WorkerThread {
    /// Codecs recurse little; what they need fits well.
    private static let stackBytes = 1 << 20

    /// - Returns: false when the system has no thread to give.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        DetachedThread.start(stackBytes: stackBytes, body)
    }
}

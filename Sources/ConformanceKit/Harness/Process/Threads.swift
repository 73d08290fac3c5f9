internal import Platform

/// Threads for what blocks; nothing here runs on Swift's cooperative ones.
enum Threads {
    /// - Parameter body: runs beside its starter, which sees to it that they do not touch the same at once.
    /// - Returns: nil when the system has no thread to give.
    static func start(_ body: @escaping () -> Void) -> JoinableThread? {
        nonisolated(unsafe) let body = body
        return JoinableThread { body() }
    }

    /// Runs `body` on so many threads at once, with their numbers, and waits for all.
    static func run(_ count: Int, _ body: @escaping (Int) -> Void) {
        var threads: [JoinableThread] = []
        for index in 0..<count {
            if let thread = start({ body(index) }) { threads.append(thread) } else { body(index) }
        }
        for thread in threads { thread.join() }
    }

    /// Lets other threads have their turn.
    static func yield() { yieldThread() }

    static func pause(milliseconds: Double) {
        Platform.pause(milliseconds: Int(milliseconds.rounded(.up)))
    }
}

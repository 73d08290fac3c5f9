#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Threads for what blocks; nothing here runs on Swift's cooperative ones.
enum Threads {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// A thread that was started and not waited for yet.
    struct Running {
        fileprivate let thread: pthread_t
        func join() { pthread_join(thread, nil) }
    }

    /// - Returns: nil when the system has no thread to give.
    static func start(_ body: @escaping () -> Void) -> Running? {
        var thread = pthread_t()
        let retained = Unmanaged.passRetained(Body(body))
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, retained.toOpaque())
        guard status == 0 else {
            retained.release()
            return nil
        }
        return Running(thread: thread)
    }

    /// Runs `body` on so many threads at once, with their numbers, and waits for all.
    static func run(_ count: Int, _ body: @escaping (Int) -> Void) {
        var threads: [pthread_t] = []
        for index in 0..<count {
            if let running = start({ body(index) }) { threads.append(running.thread) } else { body(index) }
        }
        for thread in threads { pthread_join(thread, nil) }
    }

    static func pause(milliseconds: Double) { usleep(UInt32(milliseconds * 1000)) }
}

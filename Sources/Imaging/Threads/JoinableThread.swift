#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A thread of the system that somebody waits for.
package struct JoinableThread {
    private let thread: pthread_t

    /// Starts a thread; nil when the system has none to give.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let retained = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
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
        self.thread = thread
    }

    /// Waits until it ended. To be called once.
    package func join() { pthread_join(thread, nil) }

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

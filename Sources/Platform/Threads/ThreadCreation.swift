internal import Glibc

private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a thread; nil if the system can create no more threads.
func createThread(
    _ attributes: UnsafePointer<pthread_attr_t>?, blocksSignals: Bool = false, _ body: @escaping @Sendable () -> Void
) -> pthread_t? {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    // A thread inherits the signal mask of the thread that starts it, so this way there is no moment in which it takes
    // signals.
    if blocksSignals { pthread_sigmask(SIG_SETMASK, &all, &before) }
    defer { if blocksSignals { pthread_sigmask(SIG_SETMASK, &before, nil) } }
    let retained = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let status = pthread_create(
        &thread, attributes,
        { argument in
            guard let argument else { return nil }
            Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, retained.toOpaque())
    if status != 0 { retained.release() }
    return status == 0 ? thread : nil
}

internal import Glibc

private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a thread; nil when the system has none to give.
func createThread(
    _ attributes: UnsafePointer<pthread_attr_t>?, _ body: @escaping @Sendable () -> Void
) -> pthread_t? {
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

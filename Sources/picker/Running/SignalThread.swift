#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif
internal import Synchronization

/// Takes signals on a thread of its own, where anything may be done about them.
///
/// Made before other threads start: they inherit that these signals are blocked. A second SIGINT ends the process at
/// once, for those who cannot wait.
final class SignalThread: Sendable {
    let stream: AsyncStream<Int32>

    init(_ numbers: [Int32]) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.stream = stream
        var set = sigset_t()
        sigemptyset(&set)
        numbers.forEach { sigaddset(&set, $0) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        Self.start(Waiting(set: set, continuation: continuation))
    }

    private final class Waiting: Sendable {
        let set: sigset_t
        let continuation: AsyncStream<Int32>.Continuation

        init(set: sigset_t, continuation: AsyncStream<Int32>.Continuation) {
            self.set = set
            self.continuation = continuation
        }

        func run() {
            var interrupts = 0
            while true {
                var set = set
                var number: Int32 = 0
                guard sigwait(&set, &number) == 0 else { continue }
                if number == SIGINT { interrupts += 1 }
                if interrupts > 1 { _exit(ExitStatus.interrupted.rawValue) }
                continuation.yield(number)
            }
        }
    }

    private static func start(_ waiting: Waiting) {
        var thread = pthread_t()
        let retained = Unmanaged.passRetained(waiting)
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Waiting>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, retained.toOpaque())
        if status == 0 { pthread_detach(thread) } else { retained.release() }
    }
}

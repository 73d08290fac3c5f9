#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Signals as a stream, so that anything may be done about them.
///
/// Made on the first thread before there is a second: every later one inherits that these signals are blocked. A
/// second SIGINT ends the process at once, for those who cannot wait.
final class SignalInbox: Sendable {
    /// SIGINT, SIGTERM and SIGHUP, as they come.
    let stream: AsyncStream<Int32>
    private let continuation: AsyncStream<Int32>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        var set = Self.numbers
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for signals on the calling thread, until the process ends.
    func takeForever() -> Never {
        var set = Self.numbers
        var interrupts = 0
        while true {
            var number: Int32 = 0
            guard sigwait(&set, &number) == 0 else { continue }
            if number == SIGINT { interrupts += 1 }
            if interrupts > 1 { _exit(ExitStatus.interrupted.rawValue) }
            continuation.yield(number)
        }
    }

    private static var numbers: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, number) }
        return set
    }
}

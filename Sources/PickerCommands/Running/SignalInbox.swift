package import Platform
internal import Synchronization

/// Signals as a stream, so that code outside of signal handlers can react to them.
///
/// Must be made on the first thread before others start, because they inherit that these signals are blocked. The process ends
/// within `graceNanoseconds` of the first SIGINT or SIGTERM, whatever hangs in it, and at once with the second.
package final class SignalInbox: Sendable {
    private static let signals = SignalSet([.interrupt, .terminate, .hangUp])

    /// Longer than a server takes to end in good order; supervisors kill what takes a minute or more.
    private static let graceNanoseconds: UInt64 = 10_000_000_000

    /// SIGINT, SIGTERM and SIGHUP, in the order in which they arrive.
    package let stream: AsyncStream<Signal>
    private let continuation: AsyncStream<Signal>.Continuation
    /// Whether the process was started with SIGHUP ignored, as by `nohup`: the end of its terminal is not its end. A signal that is
    /// blocked arrives although it is ignored.
    package let outlivesTerminal = Signal.hangUp.action == .ignored
    private let isFirstTaken = Atomic(false)
    /// Whether SIGHUP asks for the end, too, as it does of a command whose terminal is closed.
    private let endsOnHangUp = Atomic(false)

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Signal.self)
        Self.signals.block()
    }

    /// Waits for signals on the calling thread, until the process ends.
    func takeForever() -> Never {
        // When the process is ended by force; nil until a signal asks for its end.
        var end: UInt64?
        while true {
            guard let signal = Self.next(until: end) else { Self.giveUp() }
            if signal != .hangUp {
                if end != nil { Self.giveUp() }
                end = MonotonicTime.now + Self.graceNanoseconds
            } else if endsOnHangUp.load(ordering: .relaxed) {
                end = end ?? MonotonicTime.now + Self.graceNanoseconds
            }
            isFirstTaken.store(true, ordering: .releasing)
            continuation.yield(signal)
        }
    }

    /// Whether any signal arrived. Becomes true before the signal is in the stream.
    var hasTakenAny: Bool { isFirstTaken.load(ordering: .acquiring) }

    /// From now on the grace begins with SIGHUP, too, unless `outlivesTerminal`.
    func endOnHangUp() { endsOnHangUp.store(!outlivesTerminal, ordering: .relaxed) }

    /// The next signal; nil if none arrives in time.
    private static func next(until end: UInt64?) -> Signal? {
        guard let end else { return signals.wait() }
        let now = MonotonicTime.now
        return signals.wait(nanoseconds: end > now ? end - now : 0)
    }

    private static func giveUp() -> Never { CurrentProcess.exitAtOnce(ExitStatus.interrupted.rawValue) }
}

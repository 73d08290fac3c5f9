package import Platform

/// Signals as a stream, so that code outside of signal handlers can react to them.
///
/// Must be made on the first thread before others start, because they inherit that these signals are blocked. The process ends
/// within `graceNanoseconds` of the first signal that asks for its end, whatever hangs in it, and at once with the second SIGINT
/// or SIGTERM.
package final class SignalInbox: Sendable {
    private static let signals = SignalSet([.interrupt, .terminate, .hangUp])

    /// Longer than a server takes to end in good order; supervisors kill what takes a minute or more.
    private static let graceNanoseconds: UInt64 = 10_000_000_000

    /// SIGINT, SIGTERM and SIGHUP, in the order in which they arrive.
    package let stream: AsyncStream<Signal>
    private let continuation: AsyncStream<Signal>.Continuation
    /// Whether the process was started with SIGHUP ignored, as by `nohup`: the end of its terminal is not its end. A signal that is
    /// blocked arrives although it is ignored.
    private let outlivesTerminal = Signal.hangUp.action == .ignored
    private let state = Mutex(State())

    private struct State: Sendable {
        var hasTakenAny = false
        var hangUp = HangUp.goesOn
    }

    /// What SIGHUP asks for.
    private enum HangUp: Sendable {
        /// Not for the end.
        case goesOn
        /// For the end; if a terminal is named, only once it is gone.
        case ends(after: ControllingTerminal?)
    }

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
            if signal != .hangUp, end != nil { Self.giveUp() }
            if asksForEnd(signal) { end = end ?? MonotonicTime.now + Self.graceNanoseconds }
            state.withLock { $0.hasTakenAny = true }
            continuation.yield(signal)
        }
    }

    /// Whether any signal arrived. Becomes true before the signal is in the stream.
    var hasTakenAny: Bool { state.withLock(\.hasTakenAny) }

    /// From now on SIGHUP asks for the end of the process, too, unless `outlivesTerminal`.
    ///
    /// - Parameter terminal: SIGHUP asks for it only once this terminal is gone; nil: always.
    package func endOnHangUp(after terminal: ControllingTerminal? = nil) {
        state.withLock { $0.hangUp = .ends(after: terminal) }
    }

    /// Whether a signal asks for the end of the process.
    package func asksForEnd(_ signal: Signal) -> Bool {
        guard signal == .hangUp else { return true }
        guard !outlivesTerminal, case .ends(let terminal) = state.withLock(\.hangUp) else { return false }
        return terminal?.isGone ?? true
    }

    /// The next signal; nil if none arrives in time.
    private static func next(until end: UInt64?) -> Signal? {
        guard let end else { return signals.wait() }
        let now = MonotonicTime.now
        return signals.wait(nanoseconds: end > now ? end - now : 0)
    }

    private static func giveUp() -> Never { CurrentProcess.exitAtOnce(ExitStatus.interrupted.rawValue) }
}

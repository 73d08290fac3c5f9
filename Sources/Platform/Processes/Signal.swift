internal import Glibc

/// A signal, by its number.
package struct Signal: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let hangUp = Signal(rawValue: SIGHUP)
    package static let interrupt = Signal(rawValue: SIGINT)
    package static let kill = Signal(rawValue: SIGKILL)
    package static let quit = Signal(rawValue: SIGQUIT)
    package static let terminate = Signal(rawValue: SIGTERM)
    package static let abort = Signal(rawValue: SIGABRT)
    /// The signals by which a defect ends a program.
    package static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV].map { Signal(rawValue: $0) }
    package static let user1 = Signal(rawValue: SIGUSR1)
    package static let user2 = Signal(rawValue: SIGUSR2)
    package static let alarm = Signal(rawValue: SIGALRM)
    /// A child of this process ended.
    package static let childEnd = Signal(rawValue: SIGCHLD)
    package static let terminalStop = Signal(rawValue: SIGTSTP)
    package static let windowChange = Signal(rawValue: SIGWINCH)
    /// This process wrote to a pipe or socket that no process reads.
    package static let brokenPipe = Signal(rawValue: SIGPIPE)
    /// This process wrote to a file that may not grow further.
    package static let fileSizeLimit = Signal(rawValue: SIGXFSZ)

    /// All but the real-time signals, which have no meaning of their own.
    package static let standard = (1...31).map { Signal(rawValue: $0) }

    /// The system's name of it, such as "Killed" or "Segmentation fault".
    package var name: String { strsignal(rawValue).map { String(cString: $0) } ?? "signal \(rawValue)" }

    /// Makes this process ignore the signal, so that what caused it is an error of a call instead.
    package func ignore() { _ = signal(rawValue, SIG_IGN) }

    /// Restores the system's default action, which for most signals is to end the process.
    package func leaveToSystem() { _ = signal(rawValue, SIG_DFL) }
}

extension Signal {
    /// What happens when this process gets a signal.
    package enum Action: Hashable, Sendable {
        /// The system's default action.
        case system
        case ignored
        /// The function at this address is called.
        case handled(UInt)
    }

    /// The action of this process for the signal.
    package var action: Action {
        var found = sigaction()
        guard sigaction(rawValue, nil, &found) == 0 else { return .system }
        // A union of two function pointers, in which 0 is SIG_DFL and 1 is SIG_IGN.
        let address = unsafeBitCast(found.__sigaction_handler, to: UInt.self)
        return address == 0 ? .system : address == 1 ? .ignored : .handled(address)
    }
}

/// Signals that are waited for instead of handled.
package struct SignalSet: Sendable {
    private let signals: [Signal]

    package init(_ signals: [Signal]) { self.signals = signals }

    /// Blocks the signals on the calling thread, and on threads that it starts from then on.
    package func block() {
        var set = numbers
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for one of the signals, which must be blocked.
    package func wait() -> Signal {
        var set = numbers
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
        return Signal(rawValue: number)
    }

    /// Waits for one of the signals, at most for this time; nil if none came.
    package func wait(nanoseconds: UInt64) -> Signal? {
        var set = numbers
        let deadline = MonotonicTime.now + nanoseconds
        while true {
            let now = MonotonicTime.now
            let rest = deadline > now ? deadline - now : 0
            var patience = timespec(tv_sec: Int(rest / 1_000_000_000), tv_nsec: Int(rest % 1_000_000_000))
            let number = sigtimedwait(&set, nil, &patience)
            if number > 0 { return Signal(rawValue: number) }
            if errno != EINTR || rest == 0 { return nil }
        }
    }

    private var numbers: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal.rawValue) }
        return set
    }
}

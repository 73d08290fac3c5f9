internal import Glibc

/// The timers that send signals to this process: one of each kind (getitimer(2)), and those of `timer_create`.
package enum ProcessTimers {
    /// What the timer counts: the time of the clock (SIGALRM, as set by `alarm`), the processor time of the program
    /// (SIGVTALRM), or that of the program and of the system for it (SIGPROF).
    package enum Kind: CaseIterable, Sendable {
        case clock, program, programAndSystem

        /// The name of the kind in `setitimer`.
        package var name: String {
            switch self {
            case .clock: "ITIMER_REAL"
            case .program: "ITIMER_VIRTUAL"
            case .programAndSystem: "ITIMER_PROF"
            }
        }

        fileprivate var number: __itimer_which_t {
            switch self {
            case .clock: __itimer_which_t(ITIMER_REAL.rawValue)
            case .program: __itimer_which_t(ITIMER_VIRTUAL.rawValue)
            case .programAndSystem: __itimer_which_t(ITIMER_PROF.rawValue)
            }
        }
    }

    /// Makes a timer send its signal once, after this many seconds; 0 stops it.
    package static func start(_ kind: Kind, seconds: Int) throws(SystemError) {
        var value = itimerval()
        value.it_value.tv_sec = seconds
        try checked { setitimer(kind.number, &value, nil) }
    }

    /// The seconds until a timer sends its signal, rounded up; 0 if it is not running.
    package static func secondsLeft(_ kind: Kind) -> Int {
        var value = itimerval()
        guard getitimer(kind.number, &value) == 0 else { return 0 }
        return value.it_value.tv_sec + (value.it_value.tv_usec > 0 ? 1 : 0)
    }

    /// The number of timers of `timer_create` that exist (proc(5), `timers`); 0 if the kernel does not report them.
    package static var createdCount: Int {
        guard let file = try? OwnedDescriptor.open("/proc/self/timers"),
            let text = try? file.borrowed.readToEnd()
        else { return 0 }
        return text.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: "ID:".utf8) }
    }
}

internal import Glibc

/// The timers of this process that send it signals: there is one of each kind for all that runs in it (getitimer(2)), and
/// those that `timer_create` made.
package enum ProcessTimers {
    /// By the clock (SIGALRM, what `alarm` sets), by the processor time of the program (SIGVTALRM), and by that of the
    /// system for it as well (SIGPROF).
    package enum Kind: CaseIterable, Sendable {
        case clock, program, programAndSystem

        /// What `setitimer` calls it.
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

    /// Lets a timer send its signal once, after so many seconds; 0: never.
    package static func start(_ kind: Kind, seconds: Int) throws(SystemError) {
        var value = itimerval()
        value.it_value.tv_sec = seconds
        try checked { setitimer(kind.number, &value, nil) }
    }

    /// Whole seconds until a timer sends its signal, rounded up; 0: it does not run.
    package static func secondsLeft(_ kind: Kind) -> Int {
        var value = itimerval()
        guard getitimer(kind.number, &value) == 0 else { return 0 }
        return value.it_value.tv_sec + (value.it_value.tv_usec > 0 ? 1 : 0)
    }

    /// How many timers `timer_create` made that are still there (proc(5), `timers`); 0 where the kernel does not tell.
    package static var createdCount: Int {
        guard let file = try? OwnedDescriptor.open("/proc/self/timers"),
            let text = try? file.borrowed.readToEnd()
        else { return 0 }
        return text.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: "ID:".utf8) }
    }
}

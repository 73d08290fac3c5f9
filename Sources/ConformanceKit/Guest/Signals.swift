internal import CHostSupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// What a process does with signals, and copies of it.
enum Signals {
    /// The address of a signal's handler; 0 is the default action, 1 that it is ignored.
    static func action(_ number: Int) -> UInt {
        var action = sigaction()
        guard sigaction(Int32(number), nil, &action) == 0 else { return 0 }
        return unsafeBitCast(action.__sigaction_handler, to: UInt.self)  // A union of two function pointers.
    }

    /// Starts a copy of this process that does nothing but exit, with all exit handlers.
    static func forkAndExit() -> pid_t { picker_host_fork_and_exit() }
}

/// The environment of this process.
enum Environment {
    static var variables: [String] {
        var variables: [String] = []
        var next = environ
        while let variable = next.pointee {
            variables.append(String(cString: variable))
            next += 1
        }
        return variables
    }
}

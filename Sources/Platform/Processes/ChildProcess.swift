internal import CPlatform
internal import Glibc

/// A child process. Its end must be waited for exactly once: until then the kernel keeps its process ID.
package struct ChildProcess: Hashable, Sendable {
    package let identifier: Int32
    private let hasOwnGroup: Bool

    init(identifier: Int32, hasOwnGroup: Bool) {
        self.identifier = identifier
        self.hasOwnGroup = hasOwnGroup
    }

    /// A process that another one started, and that became a child of this one.
    package static func adopted(_ identifier: Int32) -> ChildProcess {
        ChildProcess(identifier: identifier, hasOwnGroup: false)
    }

    /// Kills the process and waits for its end.
    package func endAtOnce() {
        send(.kill)
        wait()
    }

    /// Sends a signal to the process. Must not be called after its end was waited for, because another process may have
    /// its ID then.
    package func send(_ signal: Signal) { kill(identifier, signal.rawValue) }

    /// Copies bytes of the process's memory. Must not be called after its end was waited for.
    ///
    /// - Parameter address: of the first byte in that process; it need not be valid.
    package func read(_ room: UnsafeMutableRawBufferPointer, at address: UInt64) throws(SystemError) {
        try checked { platform_read_process(identifier, room.baseAddress, address, room.count) }
    }

    /// Sends a signal to all processes of its group, and to the process itself if it has left the group; or to the
    /// process alone if it has no group of its own. Must not be called after its end was waited for.
    package func sendToGroup(_ signal: Signal) {
        if hasOwnGroup { kill(-identifier, signal.rawValue) }
        // A program can join another group, and waiting for its end would take as long as it likes.
        if !hasOwnGroup || getpgid(identifier) != identifier { send(signal) }
    }

    /// Waits for its end. If that was waited for elsewhere already, the result is `.exit(0)`.
    @discardableResult package func wait() -> Termination {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return Termination(status: status)
    }

    /// How it ended; nil while it runs. If the result is not nil, its end has been waited for.
    package func endIfAny() -> Termination? {
        var status: Int32 = 0
        let found = waitpid(identifier, &status, WNOHANG)
        guard found == identifier || (found < 0 && errno != EINTR) else { return nil }
        return Termination(status: status)
    }

    /// Whether it ended. Its end must still be waited for.
    package var hasEnded: Bool {
        var information = siginfo_t()
        guard waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return true }
        return information._sifields._sigchld.si_pid == identifier
    }
}

internal import CPlatform
internal import Glibc

/// A process that this one started. Its end has to be waited for, once: until then it keeps its number.
package struct ChildProcess: Hashable, Sendable {
    package let identifier: Int32
    private let hasOwnGroup: Bool

    init(identifier: Int32, hasOwnGroup: Bool) {
        self.identifier = identifier
        self.hasOwnGroup = hasOwnGroup
    }

    /// One that another process started, and that became a child of this one.
    package static func adopted(_ identifier: Int32) -> ChildProcess {
        ChildProcess(identifier: identifier, hasOwnGroup: false)
    }

    /// Kills it and waits for its end.
    package func endAtOnce() {
        send(.kill)
        wait()
    }

    /// Sends a signal to the process. Not to be called after its end was waited for: its number may be another's then.
    package func send(_ signal: Signal) { kill(identifier, signal.rawValue) }

    /// Copies bytes of its memory. Not to be called after its end was waited for.
    ///
    /// - Parameter address: of the first of them there; it may be wrong.
    package func read(_ room: UnsafeMutableRawBufferPointer, at address: UInt64) throws(SystemError) {
        try checked { platform_read_process(identifier, room.baseAddress, address, room.count) }
    }

    /// Sends a signal to all processes of its group; to itself alone when it has none of its own.
    package func sendToGroup(_ signal: Signal) { kill(hasOwnGroup ? -identifier : identifier, signal.rawValue) }

    /// Waits for its end. One whose end was waited for elsewhere counts as well.
    @discardableResult package func wait() -> Termination {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return Termination(status: status)
    }

    /// How it ended; nil while it runs. After it told of the end there is nothing left to wait for.
    package func endIfAny() -> Termination? {
        var status: Int32 = 0
        let found = waitpid(identifier, &status, WNOHANG)
        guard found == identifier || (found < 0 && errno != EINTR) else { return nil }
        return Termination(status: status)
    }

    /// Whether it ended; its end is still to be waited for.
    package var hasEnded: Bool {
        var information = siginfo_t()
        guard waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return true }
        return information._sifields._sigchld.si_pid == identifier
    }
}

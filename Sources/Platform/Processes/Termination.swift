/// How a process ended.
package enum Termination: Hashable, Sendable {
    case exit(Int32)
    case signal(Signal)

    /// Decodes a status of `waitpid` as WIFSIGNALED, WTERMSIG and WEXITSTATUS do; Swift does not import these macros.
    init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(Signal(rawValue: signal))
    }
}

extension Termination: CustomStringConvertible {
    package var description: String {
        switch self {
        case .exit(let code): "exit code \(code)"
        case .signal(let signal): "signal \(signal.rawValue) (\(signal.name))"
        }
    }
}

internal import BackendAPI

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// How a worker ended.
enum WorkerEnd: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
    /// The host ended it, because of what it did.
    case givenUp(String)
    /// It was never there.
    case notStarted(Int32)

    /// From a status of `waitpid`: what WIFSIGNALED, WTERMSIG and WEXITSTATUS compute; the macros are not imported.
    init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    }

    /// What calls end with because of it.
    var status: picker_status {
        if case .notStarted(let code) = self { return Self.status(ofLack: code) }
        return PICKER_INTERNAL
    }

    /// What a call ends with for which this process lacks something.
    static func status(ofLack code: Int32) -> picker_status {
        switch code {
        case EMFILE, ENFILE, EAGAIN, EIO: PICKER_IO
        case ENOMEM: PICKER_OUT_OF_MEMORY
        default: PICKER_INTERNAL
        }
    }

    /// What follows "the worker of backend X".
    var words: String {
        switch self {
        case .exit(let code): "ended by itself with exit code \(code)"
        case .signal(let number): "was ended by signal \(number) (\(String(cString: strsignal(number))))"
        case .givenUp(let reason): "was ended because it \(reason)"
        case .notStarted(let code): "cannot be started: \(String(cString: strerror(code)))"
        }
    }
}

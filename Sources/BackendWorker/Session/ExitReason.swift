internal import BackendAPI
internal import Platform

/// How a worker ended.
enum ExitReason: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
    /// Another process ended it, for example on a user's command; nothing that it did is the reason.
    case endedFromOutside(Int32)
    /// The host ended it because of something that it did.
    case givenUp(String)
    /// It could not be started.
    case notStarted(Int32)

    /// The signals that are sent to end processes, and that no crash raises.
    private static let fromOutside: Set<Signal> = [.kill, .terminate, .interrupt, .hangUp]

    /// - Parameter lackedMemory: whether the kernel may have killed it because memory ran out.
    init(_ termination: Termination, lackedMemory: Bool) {
        switch termination {
        case .exit(let code): self = .exit(code)
        // For lack of memory the kernel sends no other signal.
        case .signal(let signal) where Self.fromOutside.contains(signal) && !(lackedMemory && signal == .kill):
            self = .endedFromOutside(signal.rawValue)
        case .signal(let signal): self = .signal(signal.rawValue)
        }
    }

    /// Whether it ended from outside, so that no call in it is to blame.
    var isFromOutside: Bool {
        if case .endedFromOutside = self { return true }
        return false
    }

    /// The status of calls that ended because of it.
    var status: picker_status {
        if case .notStarted(let code) = self { return Self.status(ofLack: code) }
        return PICKER_INTERNAL
    }

    /// The status of a call for which this process lacked a resource.
    static func status(ofLack code: Int32) -> picker_status {
        switch SystemError(code: code) {
        case .noDescriptors, .noSystemDescriptors, .tryAgain, .inputOutput: PICKER_IO
        case .outOfMemory: PICKER_OUT_OF_MEMORY
        default: PICKER_INTERNAL
        }
    }

    /// The words that follow "the worker of backend X".
    var words: String {
        switch self {
        case .exit(let code): "ended by itself with exit code \(code)"
        case .endedFromOutside(let number):
            "was ended from outside by signal \(number) (\(Signal(rawValue: number).name))"
        case .signal(let number): "was ended by signal \(number) (\(Signal(rawValue: number).name))"
        case .givenUp(let reason): "was ended because it \(reason)"
        case .notStarted(let code): "cannot be started: \(SystemError(code: code))"
        }
    }
}

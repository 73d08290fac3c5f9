internal import BackendAPI
internal import Platform

/// How a worker ended.
enum ExitReason: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
    /// Another process ended it, such as a person's: nothing that it did is why.
    case endedFromOutside(Int32)
    /// The host ended it, because of what it did.
    case givenUp(String)
    /// It was never there.
    case notStarted(Int32)

    /// The signals by which processes are ended, and which no crash sends.
    private static let fromOutside: Set<Signal> = [.kill, .terminate, .interrupt, .hangUp]

    /// - Parameter lackedMemory: whether the kernel may have ended it for want of memory, which is why it ends some.
    init(_ termination: Termination, lackedMemory: Bool) {
        switch termination {
        case .exit(let code): self = .exit(code)
        case .signal(let signal) where Self.fromOutside.contains(signal) && !lackedMemory:
            self = .endedFromOutside(signal.rawValue)
        case .signal(let signal): self = .signal(signal.rawValue)
        }
    }

    /// Whether the calls in it may not be why.
    var isFromOutside: Bool {
        if case .endedFromOutside = self { return true }
        return false
    }

    /// What calls end with because of it.
    var status: picker_status {
        if case .notStarted(let code) = self { return Self.status(ofLack: code) }
        return PICKER_INTERNAL
    }

    /// What a call ends with for which this process lacks something.
    static func status(ofLack code: Int32) -> picker_status {
        switch SystemError(code: code) {
        case .noDescriptors, .noSystemDescriptors, .tryAgain, .inputOutput: PICKER_IO
        case .outOfMemory: PICKER_OUT_OF_MEMORY
        default: PICKER_INTERNAL
        }
    }

    /// What follows "the worker of backend X".
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

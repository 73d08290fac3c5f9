internal import PhotoModel
internal import PickerHost

/// How the program ends; the numbers are those of sysexits.h where there is one.
enum ExitStatus: Int32 {
    case done = 0
    /// Cancelled by the person who was to pick.
    case nothingPicked = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case internalError = 70
    case cannotWrite = 73
    case notPermitted = 77
    case interrupted = 130

    init(_ error: PhotoError) {
        self =
            switch error.status {
            case .invalidArgument: .usage
            case .notFound: .noInput
            case .accessDenied: .notPermitted
            case .unsupported: .unavailable
            case .changed, .corruptMedia, .unsupportedFormat, .tooLarge, .io: .badData
            case .cancelled: .interrupted
            default: .internalError
            }
    }
}

/// An error of a command: one line, and how the program ends.
struct CommandFailure: Error {
    let status: ExitStatus
    /// Empty: the line is printed already.
    let message: String

    init(_ status: ExitStatus, _ message: String = "") {
        self.status = status
        self.message = message
    }

    /// What an error of a command means; nil for one that comes from elsewhere, such as the argument parser.
    init?(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as PhotoError: self.init(ExitStatus(error), error.message)
        case is CancellationError: self.init(.interrupted)
        default: return nil
        }
    }
}

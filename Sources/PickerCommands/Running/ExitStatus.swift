package import PhotoModel
internal import PickerHost

/// The exit codes of the program. The numbers are those of sysexits.h, where it has one.
package enum ExitStatus: Int32 {
    case done = 0
    /// The person cancelled instead of picking.
    case nothingPicked = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case internalError = 70
    case cannotWrite = 73
    case notPermitted = 77
    case interrupted = 130

    package init(_ error: PhotoError) {
        self =
            switch error.status.understood {
            case .invalidArgument: .usage
            case .notFound: .noInput
            case .accessDenied, .signInRequired, .consentRequired, .networkNotAllowed: .notPermitted
            case .unsupported, .offline, .busy, .rateLimited, .stopped: .unavailable
            case .noSpace, .quota, .alreadyExists: .cannotWrite
            case .changed, .corruptMedia, .unsupportedFormat, .tooLarge, .io: .badData
            case .cancelled: .interrupted
            default: .internalError
            }
    }
}

extension PhotoError {
    /// What is printed: the message, and when to try again if that is known.
    package var line: String {
        guard let seconds = secondsToRetry, seconds > 0 else { return message }
        let (number, unit) =
            seconds < 120
            ? (seconds, "s") : seconds < 7200 ? ((seconds + 59) / 60, "min") : ((seconds + 3599) / 3600, "h")
        return "\(message); try again in \(number) \(unit)"
    }
}

/// An error that ends a command: one line, and the exit code.
package struct CommandFailure: Error {
    package let status: ExitStatus
    /// If empty, nothing is printed, or it is printed already.
    package let message: String

    package init(_ status: ExitStatus, _ message: String = "") {
        self.status = status
        self.message = message
    }

    /// The failure for an error of a command; nil for an error from elsewhere, such as the argument parser.
    package init?(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as PhotoError: self.init(ExitStatus(error), error.line)
        case is CancellationError: self.init(.interrupted)
        default: return nil
        }
    }
}

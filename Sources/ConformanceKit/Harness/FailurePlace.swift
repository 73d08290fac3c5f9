internal import Platform

/// The step at which a check failed. It is kept because a check that fails still releases and closes what it has, so that its
/// last step is a later one.
enum FailurePlace {
    private struct Place {
        var message = ""
        var step = ""
    }

    private static let place = Mutex(Place())

    /// A failure, to be thrown, that was found at a step.
    static func failure(_ message: String, at step: String) -> CheckStop {
        place.withLock { $0 = Place(message: message, step: step) }
        return .failed(message)
    }

    /// The step of the failure with which a check ended; nil when it was not noted.
    static func step(of message: String) -> String? {
        place.withLock { $0.message == message && !$0.step.isEmpty ? $0.step : nil }
    }
}

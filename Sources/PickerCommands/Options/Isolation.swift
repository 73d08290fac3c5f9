internal import ArgumentParser

/// Where plugins run, as the command line and the settings say it.
enum Isolation: String, WordOption {
    case inProcess = "in-process"
    case worker

    /// For messages.
    static var names: String { allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ") }
}

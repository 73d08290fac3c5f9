internal import ArgumentParser

/// Where plugins run, as a word of the command line and of the configuration file.
enum Isolation: String, WordOption {
    case inProcess = "in-process"
    case worker

    /// Both words, for messages.
    static var names: String { allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ") }
}

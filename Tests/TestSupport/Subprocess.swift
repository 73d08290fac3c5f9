import Foundation

/// Runs a command to its end.
///
/// Standard input is empty. Standard output and error go to files, not pipes: a command can neither fill them
/// up nor keep the reader waiting through a grandchild that inherited them.
public enum Subprocess {
    public struct Result: Sendable, CustomStringConvertible {
        public let ending: Ending
        public let standardOutput: [UInt8]
        public let standardError: [UInt8]

        public var succeeded: Bool { ending == .exited(0) }
        /// All of it as text, for what a failed expectation prints.
        public var description: String { "\(ending)\n\(output)\n\(errors)" }
        /// Standard output as text.
        public var output: String { String(decoding: standardOutput, as: UTF8.self) }
        /// Standard error as text.
        public var errors: String { String(decoding: standardError, as: UTF8.self) }
    }

    public enum Ending: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        /// The timeout passed; the command and its process group were killed.
        case timedOut
    }

    public struct NotStarted: Error, CustomStringConvertible {
        public let command: String
        public let code: Int32
        public var description: String { "\(command): \(String(cString: strerror(code)))" }
    }

    /// Runs `command` (a path, or a name that is looked up in PATH) and waits for it.
    ///
    /// - Parameters:
    ///   - environment: the whole environment of the command; nil: that of the test run.
    ///   - folder: its working directory; nil: that of the test run.
    ///   - timeout: seconds after which the command and all that it started are killed.
    public static func run(
        _ command: String, _ arguments: [String] = [], environment: [String: String]? = nil,
        in folder: String? = nil, timeout: Double = 240
    ) throws -> Result {
        try RunningSubprocess(command, arguments, environment: environment, in: folder).wait(timeout: timeout)
    }
}

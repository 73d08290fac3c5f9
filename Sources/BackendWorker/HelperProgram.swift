internal import Platform

/// `picker-helper`, the program for work that may crash, hang or end its process.
package enum HelperProgram {
    /// The task of the program, which is its first argument.
    package enum Task: String, Sendable {
        /// Tries a plugin and reports what it is.
        case probe
        /// Serves a plugin to the host that started it.
        case worker
        /// Runs one check of the conformance kit over a plugin.
        case check
        /// Converts a video for the host that started it.
        case convert
    }

    /// The exit code if the arguments name none of its tasks (`EX_USAGE`).
    package static let usageExit: Int32 = 64

    /// The path of the program in this installation or build tree; nil if it is not installed.
    package static var path: String? { InstalledProgram.path(of: "picker-helper") }
}

internal import Platform

/// `picker-helper`, the program that does in a process of its own what may crash, hang or end that process.
package enum HelperProgram {
    /// What the program is asked to do: its first argument.
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

    /// The exit code for arguments that are none of its tasks (`EX_USAGE`).
    package static let usageExit: Int32 = 64

    /// The program of this installation or build tree; nil if it is not installed.
    package static var path: String? { InstalledProgram.path(of: "picker-helper") }
}

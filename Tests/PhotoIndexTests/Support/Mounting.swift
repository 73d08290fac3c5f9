import TestSupport

/// File systems that a test makes for itself, in a mount namespace of its own, which goes with its last process.
enum Mounting {
    static let explanation = "mounting needs root, or a kernel that lets users have namespaces of their own"

    static let isPossible = (try? run("mount -t tmpfs tmpfs /mnt", []))?.succeeded == true

    /// Runs a script for the shell.
    ///
    /// - Parameter arguments: `$1`, `$2`, …
    static func run(_ script: String, _ arguments: [String]) throws -> Subprocess.Result {
        try Subprocess.run(
            "unshare", ["--user", "--map-root-user", "--mount", "/bin/sh", "-c", script, "sh"] + arguments)
    }
}

import Foundation
import TestSupport

/// An installed Picker of a test's own: moved from where it was made, as everything in it may be.
struct InstalledPicker: Sendable {
    private let folder: TemporaryFolder
    private let installation: TemporaryFolder

    init() async throws {
        installation = try await Installation.shared.folder()
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        // More names for the same files: they are many megabytes, and nothing writes into them.
        let result = try await run("cp", ["-al", installation.path("usr"), prefix], in: home)
        guard result.succeeded else { throw Failed(step: "cp", result: result) }
    }

    struct Failed: Error, CustomStringConvertible {
        let step: String
        let result: Subprocess.Result
        var description: String { "\(step): \(result)" }
    }

    var prefix: String { folder.path("usr") }
    var home: String { folder.path("home") }

    /// Copies an example out of the repository and answers where it is.
    func copy(_ example: String) throws -> String {
        let copy = folder.path(example)
        try FileManager.default.copyItem(atPath: "\(PackagePaths.root)/Examples/\(example)", toPath: copy)
        return copy
    }

    /// Runs `make` in a copy of an example, which knows nothing of the repository.
    func make(_ targets: String..., in copy: String) async throws {
        let result = try await run("make", targets, in: copy)
        guard result.succeeded else { throw Failed(step: "make \(targets)", result: result) }
    }

    /// Runs a program with the installed ones first in PATH.
    func run(
        _ command: String, _ arguments: [String], in folder: String, with variables: [String: String] = [:]
    ) async throws -> Subprocess.Result {
        let environment = environment.merging(variables) { $1 }
        return try await onThread {
            try Subprocess.run(command, arguments, environment: environment, in: folder, timeout: 900)
        }
    }

    /// Runs the installed `picker`.
    func callAsFunction(_ arguments: String...) async throws -> Subprocess.Result {
        try await run("\(prefix)/bin/picker", arguments, in: home)
    }

    private var environment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return [
            "PATH": "\(prefix)/bin:\(path)", "HOME": home, "LC_ALL": "C.UTF-8",
            "PKG_CONFIG_PATH": "\(prefix)/share/pkgconfig",
            // Where rustup keeps its toolchains, if rustc is one of its links.
            "RUSTUP_HOME": ProcessInfo.processInfo.environment["RUSTUP_HOME"] ?? "\(NSHomeDirectory())/.rustup",
        ]
    }
}

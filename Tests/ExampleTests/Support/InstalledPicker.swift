import Foundation
import TestSupport

/// Picker as `make install` leaves it, from what was built with these tests, in a folder of a test's own.
struct InstalledPicker: Sendable {
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let variables = ["BUILT": PackagePaths.buildFolder, "PREFIX": prefix]
        let result = try await run(PackagePaths.root + "/scripts/install", [], in: home, with: variables)
        guard result.succeeded else { throw Failed(step: "scripts/install", result: result) }
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

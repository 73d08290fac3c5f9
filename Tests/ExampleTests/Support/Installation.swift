import Foundation
import TestSupport

/// What `make install` leaves of this build. Made once for the test run; what a run leaves, a later one removes.
actor Installation {
    static let shared = Installation()

    private var made: TemporaryFolder?
    private var pending: Task<TemporaryFolder, any Error>?

    /// The folder that has it under `usr`; its content is not changed.
    func folder() async throws -> TemporaryFolder {
        if let made { return made }
        if let pending { return try await pending.value }
        let task = Task { try await Self.install() }
        pending = task
        defer { pending = nil }
        let folder = try await task.value
        made = folder
        return folder
    }

    private static func install() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
            "BUILT": PackagePaths.buildFolder, "PREFIX": folder.path("usr"),
        ]
        let result = try await onThread {
            try Subprocess.run(PackagePaths.root + "/scripts/install", environment: environment, timeout: 300)
        }
        guard result.succeeded else { throw InstalledPicker.Failed(step: "scripts/install", result: result) }
        return folder
    }
}

import Foundation
import Platform
import TestSupport
import Testing

@testable import ConformanceKit

extension ConformanceRun {
    /// A run over a plugin with the helper of this build, and the fixture library that all runs share.
    static func test(
        _ plugin: String, level: Level = .core, filter: String? = nil, timeScale: Double = 2
    ) throws -> ConformanceRun {
        var run = try ConformanceRun(plugin: plugin, executable: PackagePaths.helper)
        run.level = level
        run.filter = filter
        run.timeScale = timeScale
        run.fixtures = try sharedFixtures.get()
        return run
    }

    /// Expects that a check, which is the only one that is run, fails the plugin that is made in a folder.
    static func expect(
        _ check: String, toBlame make: @escaping @Sendable (TemporaryFolder) throws -> String
    ) async throws {
        let folder = try TemporaryFolder()
        var run = try test(try await onThread { try make(folder) }, level: .full)
        run.only = [check]
        run.jobs = 1
        let report = try await run.report()
        #expect(report.found == [check], "\(report.findings)")
    }

    /// Written once for the test process, and removed when it ends: checks read it, and write to copies of their own.
    private static let sharedFixtures: Result<String, any Error> = Result {
        let folder = NSTemporaryDirectory() + "picker-fixtures-\(ProcessInfo.processInfo.processIdentifier)"
        try writeFixtures(to: folder, seed: 1)
        atexit { removeTree(NSTemporaryDirectory() + "picker-fixtures-\(getpid())") }
        return folder
    }
}

extension ConformanceReport {
    /// Ids of the checks that found something.
    var found: Set<String> {
        Set(checks.filter { ![.passed, .skipped].contains($0.verdict) }.map(\.id))
    }

    /// What they found, for expectations that fail.
    var findings: String {
        checks.filter { ![.passed, .skipped].contains($0.verdict) }
            .map { "\($0.verdict.rawValue) \($0.id): \($0.message) [\($0.lastStep ?? "")]" }.joined(separator: "\n")
    }
}

extension PlantedFault {
    /// Makes the backend, and runs the kit over it.
    func report(_ change: (inout ConformanceRun) -> Void) async throws -> ConformanceReport {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try make(in: folder) }
        var run = try ConformanceRun.test(plugin)
        run.shrinkingTries = 0
        change(&run)
        return try await run.report()
    }
}

import TestSupport
import Testing

@testable import ConformanceKit

@Suite("A backend of this project", .timeLimit(.minutes(10))) struct OwnBackendTests {
    /// What is known to be wrong. An entry that is no longer needed fails the test.
    private static let known: [String: Set<String>] = [
        "LegacyGroup": ["lifecycle.open-file"], "FetchResult": ["lifecycle.open-file", "changes.token"],
    ]

    @Test("keeps every rule of level core but what is known", arguments: ["LegacyGroup", "FetchResult"])
    func conforms(name: String) async throws {
        let run = try ConformanceRun.test("\(PackagePaths.buildFolder)/lib\(name)Backend.so", timeScale: 4)
        let report = try await run.report()
        let bad = Set(report.checks.filter { $0.isBad || $0.verdict == .harnessError }.map(\.id))
        #expect(bad == Self.known[name], "\(report.findings)")
        #expect(report.count(.passed) > 120)
    }
}

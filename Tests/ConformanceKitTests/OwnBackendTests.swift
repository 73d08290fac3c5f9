import TestSupport
import Testing

@testable import ConformanceKit

@Suite("A backend of this project", .timeLimit(.minutes(20))) struct OwnBackendTests {
    @Test("keeps every rule of level full", arguments: ["LegacyGroup", "FetchResult", "HEIF"])
    func conforms(name: String) async throws {
        var run = try ConformanceRun.test("\(PackagePaths.buildFolder)/lib\(name)Backend.so", timeScale: 4)
        run.level = .full
        let report = try await run.report()
        #expect(!report.checks.contains { $0.isBad || $0.verdict == .harnessError }, "\(report.findings)")
        #expect(report.count(.passed) > 200)
    }

    @Test("keeps every rule of level full through a worker", arguments: ["LegacyGroup", "FetchResult", "HEIF"])
    func isolated(name: String) async throws {
        var run = try ConformanceRun.test("\(PackagePaths.buildFolder)/lib\(name)Backend.so", timeScale: 4)
        run.level = .full
        try run.isolate()
        let report = try await run.report()
        #expect(!report.checks.contains { $0.isBad || $0.verdict == .harnessError }, "\(report.findings)")
        #expect(report.count(.passed) > 180 && report.isolation == "worker")
        #expect(report.checks.first { $0.id == "guest.silent" }?.verdict == .skipped)
    }
}

import TestSupport
import Testing

@testable import ConformanceKit

@Suite(
    "The backends of this project conform", .serialized, .timeLimit(.minutes(30)),
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct OwnBackendTests {
    private static let names = ["LegacyGroup", "FetchResult", "HEIF"]
    /// `make sanitize-kit` runs every check over the third one.
    private static let tested = TestExtent.isComplete ? names : ["LegacyGroup", "FetchResult"]
    /// Categories that are about what these backends alone declare.
    private static let own: [String: Set<String>] = [
        "LegacyGroup": [], "FetchResult": ["write", "search", "index"], "HEIF": ["heif", "video"],
    ]

    /// The complete run has every check over every backend. Else each check of level core is run over one of them, in
    /// turn, and each category that only some declare over one that does.
    private static func checks(_ name: String) -> Set<String>? {
        if TestExtent.isComplete { return nil }
        let turn = names.firstIndex(of: name)
        let special = own.values.reduce(into: Set()) { $0.formUnion($1) }
        let core = CheckRegistry.all.filter { $0.level == .core }
        let shared = core.filter { !special.contains($0.category) }.enumerated()
            .filter { $0.offset % names.count == turn }.map(\.element.id)
        return Set(shared + core.filter { own[name]?.contains($0.category) == true }.map(\.id))
    }

    @Test(
        "A backend of this project passes its share of the core checks, and in the complete run all of level full",
        arguments: tested)
    func conforms(name: String) async throws {
        let report = try await report(name, Self.checks(name))
        #expect(report.count(.passed) > (TestExtent.isComplete ? 200 : 60))
    }

    @Test(
        "A backend of this project passes some of its core checks in a worker, and in the complete run all of level full",
        arguments: tested)
    func isolated(name: String) async throws {
        // In the quick run a sixth of the checks that are run without a worker.
        let some = Self.checks(name)?.sorted().enumerated().filter { $0.offset % 6 == 0 }.map(\.element)
        let report = try await report(name, some.map { Set($0 + ["guest.silent"]) }, isIsolated: true)
        #expect(report.count(.passed) > (TestExtent.isComplete ? 180 : 6) && report.isolation == "worker")
        #expect(report.checks.first { $0.id == "guest.silent" }?.verdict == .skipped)
    }

    private func report(
        _ name: String, _ checks: Set<String>?, isIsolated: Bool = false
    ) async throws -> ConformanceReport {
        var run = try ConformanceRun.test("\(PackagePaths.buildFolder)/lib\(name)Backend.so", timeScale: 4)
        run.level = .full
        run.only = checks
        if isIsolated { run.isolate() }
        let report = try await run.report()
        #expect(!report.checks.contains { $0.isBad || $0.verdict == .harnessError }, "\(report.findings)")
        return report
    }
}

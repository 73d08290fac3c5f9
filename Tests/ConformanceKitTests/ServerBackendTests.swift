import TestSupport
import Testing

@testable import ConformanceKit

/// Over the server of Tests/ImmichServer, to which its fixture gives the kit's photos.
@Suite(
    "The backend of Immich conforms", .serialized, .timeLimit(.minutes(60)),
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct ServerBackendTests {
    /// The complete run has every check; else one in eight, other ones with a worker.
    private static func checks(_ turn: Int) -> Set<String>? {
        if TestExtent.isComplete { return nil }
        let core = CheckRegistry.all.filter { $0.level == .core }
        return Set(
            core.enumerated().filter { $0.offset % 8 == turn }.map(\.element.id) + [
                "images.orientation", "network.cut-off", "search.any-order",
            ])
    }

    @Test(
        "It passes some of the core checks over a server, and in the complete run all of level full",
        arguments: [false, true])
    func conforms(isIsolated: Bool) async throws {
        let fixture = PackagePaths.root + "/Tests/ImmichServer/fixture"
        // The first one would install what the server needs while all others wait.
        let empty = try TemporaryFolder()
        let prepared = try await onThread { try Subprocess.run(fixture, [empty.path], timeout: 240) }
        #expect(prepared.output.contains("\"location\""), "\(prepared)")
        var run = try ConformanceRun.test("\(PackagePaths.buildFolder)/libImmichBackend.so", timeScale: 8)
        run.level = .full
        run.only = Self.checks(isIsolated ? 5 : 1)
        run.fixtureCommand = fixture
        if isIsolated { run.isolate() }
        let report = try await run.report()
        #expect(!report.checks.contains { $0.isBad || $0.verdict == .harnessError }, "\(report.findings)")
        #expect(report.count(.passed) > (TestExtent.isComplete ? 150 : 10))
        #expect(report.checks.first { $0.id == "images.orientation" }?.verdict == .passed)
    }
}

import TestSupport
import Testing

@testable import ConformanceKit

/// Runs that take long. By themselves, since `make test-slow` takes all of a suite.
@Suite(
    "A run over much", .timeLimit(.minutes(15)), .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct FullRunTests {
    @Test("A good backend passes every check of level core that it is not exempt from")
    func core() async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build("none", into: folder) }
        let report = try await ConformanceRun.test(plugin, level: .core).report()
        #expect(report.found == ["static.manifest"], "\(report.findings)")
        #expect([RunVerdict.conformant, .incomplete].contains(report.verdict))
    }

    @Test("A good backend passes every check of levels full and stress that is not about time")
    func good() async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build("none", into: folder) }
        for filter in ["fuzz.", "faults.", "stress.cycles"] {
            let report = try await ConformanceRun.test(plugin, level: .stress, filter: filter).report()
            #expect(report.found.isEmpty, "\(report.findings)")
        }
    }

    @Test(
        "A sequence that fails after much is reported as the few calls that it takes", arguments: FailingSequence.rest)
    func short(sequence: FailingSequence) async throws { try await sequence.isFoundShort() }
}

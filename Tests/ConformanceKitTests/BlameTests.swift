import TestSupport
import Testing

@testable import ConformanceKit

/// That nothing else is found: by themselves, because of limits of time.
@Suite(
    "The kit blames a backend for nothing but its fault", .serialized, .timeLimit(.minutes(30)),
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct BlameTests {
    /// The first fault of every second category, without what takes minutes; the complete run has all faults.
    private static let some: [FolderFault] = {
        if TestExtent.isComplete { return FolderFault.all }
        var seen: Set = ["fuzz", "stress", "swap"]
        let first = FolderFault.all.filter { fault in
            guard seen.isDisjoint(with: fault.categories) else { return false }
            seen.formUnion(fault.categories)
            return true
        }
        return TestExtent.sample(first, one: 2)
    }()

    @Test("A backend that breaks one rule passes all other checks of that category", arguments: some)
    func alone(fault: FolderFault) async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build(fault.name, into: folder) }
        for category in fault.categories {
            var run = try ConformanceRun.test(plugin, level: fault.level, filter: category + ".")
            run.shrinkingTries = 0
            let report = try await run.report()
            // None of these files has a manifest.
            let others = report.found.subtracting(fault.checks.union(fault.others)).subtracting(["static.manifest"])
            #expect(others.isEmpty, "\(report.findings)")
        }
    }
}

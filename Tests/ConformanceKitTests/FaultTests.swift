import TestSupport
import Testing

@testable import ConformanceKit

/// That a fault is found: limits of time cannot spoil it, so that several run side by side.
@Suite("The kit finds the one fault of a backend", .timeLimit(.minutes(10))) struct FaultTests {
    private static let some: [FolderFault] = {
        let share = TestExtent.share(FolderFault.all, one: 4)
        // What only checks of level stress find takes them longest.
        return TestExtent.includesSlow ? share : share.filter { $0.level < .stress }
    }()

    @Test("A backend that breaks one rule fails the checks of that rule", arguments: some)
    func found(fault: FolderFault) async throws {
        let folder = try TemporaryFolder()
        var run = try ConformanceRun.test(try await onThread { try FolderBackends.build(fault.name, into: folder) })
        run.only = fault.checks
        run.level = .stress
        run.jobs = 1
        // That sequences are shrunk is tested by itself.
        run.shrinkingTries = 0
        if fault.name.hasPrefix("hang") { run.silence.usual = 2 }
        let report = try await run.report()
        #expect(report.found == fault.checks, "\(report.findings)")
    }

    @Test(
        "A fault that shows in much is found by the checks that no other fault fails",
        arguments: TestExtent.share(FolderFault.broad, one: 2))
    func widelyFound(fault: FolderFault) async throws { try await found(fault: fault) }

    @Test("There are more than a hundred faults, each with checks that exist")
    func count() {
        #expect(FolderFault.all.count > 100)
        #expect(Set(FolderFault.all.map(\.name)).count == FolderFault.all.count)
        #expect(FolderFault.all.flatMap(\.checks).allSatisfy { CheckRegistry.check($0) != nil })
    }

    /// Checks that no backend can fail.
    private static let ofTheKit: Set = ["static.layout"]

    @Test("Every check is failed by some fault, but for the checks of the kit itself")
    func complete() {
        let faults = FolderFault.all + FolderFault.broad
        let found = Set(
            faults.flatMap(\.checks) + FileFault.allCases.flatMap(\.checks) + NetworkFault.allCases.map(\.check)
                + PlantedFault.all.map(\.check) + ProxyFault.allCases.map(\.check))
        let missing = Set(CheckRegistry.all.map(\.id)).subtracting(found)
        #expect(missing == Self.ofTheKit, "\(missing.sorted())")
    }
}

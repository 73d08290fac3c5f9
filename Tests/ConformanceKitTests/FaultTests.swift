import TestSupport
import Testing

@testable import ConformanceKit

@Suite("A backend that breaks one rule", .serialized, .timeLimit(.minutes(10))) struct FaultTests {
    @Test("is failed by the checks of that rule", arguments: FolderFault.all)
    func found(fault: FolderFault) async throws {
        let folder = try TemporaryFolder()
        var run = try ConformanceRun.test(try await onThread { try FolderBackends.build(fault.name, into: folder) })
        run.only = fault.checks
        run.level = .stress
        // One that hangs is waited for again and again.
        if fault.name.hasPrefix("hang") { run.timeScale = 0.5 }
        let report = try await run.report()
        #expect(report.found == fault.checks, "\(report.findings)")
    }

    @Test("is found by many checks when it shows in much", arguments: FolderFault.broad)
    func widelyFound(fault: FolderFault) async throws { try await found(fault: fault) }

    /// Every fourth: to run whole categories takes its time.
    private static let some = FolderFault.all.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)

    @Test("is failed by no other check of their categories", arguments: some)
    func alone(fault: FolderFault) async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build(fault.name, into: folder) }
        for category in fault.categories {
            let report = try await ConformanceRun.test(plugin, level: fault.level, filter: category + ".").report()
            // None of these files has a manifest.
            let others = report.found.subtracting(fault.checks).subtracting(["static.manifest"])
            #expect(others.isEmpty, "\(report.findings)")
        }
    }

    @Test("is one of more than a hundred, each with checks that there are")
    func count() {
        #expect(FolderFault.all.count > 100)
        #expect(Set(FolderFault.all.map(\.name)).count == FolderFault.all.count)
        #expect(FolderFault.all.flatMap(\.checks).allSatisfy { CheckRegistry.check($0) != nil })
    }

    /// Checks that no backend can fail.
    private static let ofTheKit: Set = ["static.layout"]

    @Test("is there for every check, but for what is about the kit itself")
    func complete() {
        let faults = FolderFault.all + FolderFault.broad
        let found = Set(faults.flatMap(\.checks) + FileFault.allCases.flatMap(\.checks))
        let missing = Set(CheckRegistry.all.map(\.id)).subtracting(found)
        #expect(missing == Self.ofTheKit, "\(missing.sorted())")
    }
}

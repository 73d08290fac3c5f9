import TestSupport
import Testing

@testable import ConformanceKit

@Suite("A backend that breaks one rule", .serialized, .timeLimit(.minutes(10))) struct FaultTests {
    @Test("is failed by the check of that rule, and by no other of its category", arguments: FolderFault.all)
    func found(fault: FolderFault) async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build(fault.name, into: folder) }
        var found: Set<String> = []
        var findings = ""
        for category in fault.categories {
            let run = try ConformanceRun.test(plugin, filter: category + ".")
            let report = try await run.report()
            // What concerns the file lacks a manifest here, as every one of these does.
            found.formUnion(report.found.subtracting(["static.manifest"]))
            findings += report.findings
        }
        #expect(found == fault.checks, "\(findings)")
    }

    @Test("has a check for each of forty faults and more")
    func count() {
        #expect(FolderFault.all.count >= 40)
        let unknown = FolderFault.all.flatMap(\.checks).filter { CheckRegistry.check($0) == nil }
        #expect(unknown.isEmpty)
    }
}

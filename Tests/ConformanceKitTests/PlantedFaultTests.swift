import TestSupport
import Testing

@testable import ConformanceKit

@Suite("The kit finds faults that a later hunt planted", .timeLimit(.minutes(10))) struct PlantedFaultTests {
    @Test("A fault in the text of a backend in C", arguments: TestExtent.share(PlantedFault.quick, one: 4))
    func planted(fault: PlantedFault) async throws {
        try await ConformanceRun.expect(fault.check, toBlame: fault.make)
    }

    @Test("An addition that is reported with a path where nothing is fails the plugin, and is no error of the kit")
    func addedNowhere() async throws {
        let folder = try TemporaryFolder()
        let fault = PlantedFault.addsNowhere
        var run = try ConformanceRun.test(try await onThread { try fault.make(in: folder) })
        run.only = [fault.check]
        run.jobs = 1
        let report = try await run.report()
        #expect(report.checks.map(\.verdict) == [.failed], "\(report.findings)")
    }

    @Test(
        "A fault between the kit and a backend with an index", arguments: TestExtent.share(ProxyFault.quick, one: 3))
    func proxied(fault: ProxyFault) async throws {
        try await ConformanceRun.expect(fault.check, toBlame: fault.make)
    }
}

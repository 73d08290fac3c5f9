import TestSupport
import Testing

@testable import ConformanceKit

/// Each check is run, and has nothing to look at in most of them.
@Suite(
    "The kit finds nothing in a backend that shows nothing", .timeLimit(.minutes(15)),
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct EmptyBackendTests {
    @Test("One that declares no format that the kit can write, and lists nothing of its library")
    func nothing() async throws {
        let backend = PlantedFault(
            "lists-nothing", "", .example,
            ("backend.c", "        .format_count = sizeof formats / sizeof formats[0],", "        .format_count = 0,"),
            (
                "jpeg.c", "    *facts = (jpeg_facts){.orientation = 1, .taken = NO_DATE};",
                "    *facts = (jpeg_facts){.orientation = 1, .taken = NO_DATE};\n    if (length > 0) return false;"
            ))
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try backend.make(in: folder) }
        var run = try ConformanceRun.test(plugin, level: .full)
        run.shrinkingTries = 0
        let report = try await run.report()
        #expect(report.found.subtracting(["static.manifest"]).isEmpty, "\(report.findings)")
        #expect(report.count(.passed) > 60)
    }
}

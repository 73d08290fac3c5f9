import TestSupport
import Testing

@testable import ConformanceKit

/// Runs over many checks; `UnusualBackendTests` has those over a few. By themselves, since `make test-slow` takes all of a suite.
@Suite(
    "The kit finds nothing in all of an unusual backend that conforms", .timeLimit(.minutes(15)),
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct UnusualBackendRunTests {
    /// Most checks have nothing to look at.
    @Test("One that declares no format that the kit can write, and lists nothing of its library")
    func nothing() async throws {
        let backend = PlantedFault(
            "lists-nothing", "", .example,
            ("backend.c", "        .format_count = sizeof formats / sizeof formats[0],", "        .format_count = 0,"),
            (
                "jpeg.c", "    *facts = (jpeg_facts){.orientation = 1, .taken = NO_DATE};",
                "    *facts = (jpeg_facts){.orientation = 1, .taken = NO_DATE};\n    if (length > 0) return false;"
            ))
        let report = try await backend.report { $0.level = .full }
        #expect(report.found.subtracting(["static.manifest"]).isEmpty, "\(report.findings)")
        #expect(report.count(.passed) > 60)
    }

    @Test("One whose library lacks a sort key and a condition that its backend has")
    func lacking() async throws {
        let backend = PlantedFault(
            "lacks-some", "", .folder,
            (
                "records.c",
                "    if (folder_has(\"misses-what-it-serves\")) answer.missing_capabilities = "
                    + "PICKER_CAPABILITY_SORT_FILENAME;",
                "    answer.missing_capabilities = PICKER_CAPABILITY_SORT_FILENAME | PICKER_CAPABILITY_QUERY_RATINGS;"
            ),
            (
                "select.c", "    if (!is_known(&query)) return",
                """
                    for (int key = 0; key < 4; key++) {
                        if ((query.sort[key] & ~PICKER_SORT_DESCENDING) != PICKER_SORT_FILENAME) continue;
                        return folder_fail(error, PICKER_UNSUPPORTED, "not by name");
                    }
                    if ((query.flags & PICKER_QUERY_RATINGS) != 0) return folder_fail(error, PICKER_UNSUPPORTED, "no stars");
                    if (!is_known(&query)) return
                """
            ))
        for category in ["fetch.", "library.", "errors.", "negotiation."] {
            let report = try await backend.report { $0.filter = category }
            #expect(report.found.isEmpty, "\(report.findings)")
            let ratings = report.checks.first { $0.id == "fetch.ratings" }
            #expect(ratings == nil || ratings?.verdict == .skipped)
        }
        let played = try await backend.report { run in
            run.level = .full
            run.only = ["fuzz.calls"]
        }
        #expect(played.found.isEmpty, "\(played.findings)")
    }
}

import Foundation
import TestSupport
import Testing

@testable import ConformanceKit

@Suite("A sequence of calls that fails", .serialized, .timeLimit(.minutes(10))) struct ReproductionTests {
    private struct Found {
        let plugin: String
        let outcome: CheckOutcome
        let reproduction: Reproduction
    }

    /// What the check of random sequences finds in a backend.
    private func found(_ fault: String, _ folder: TemporaryFolder) async throws -> Found {
        let plugin = try await onThread { try FolderBackends.build(fault, into: folder) }
        var run = try ConformanceRun.test(plugin, level: .full, filter: "fuzz.calls")
        run.timeScale = fault.hasPrefix("hang") ? 0.5 : 2
        let outcome = try #require(try await run.report().checks.first)
        return Found(plugin: plugin, outcome: outcome, reproduction: try #require(outcome.reproduction))
    }

    private static let faults: [(fault: String, verdict: Verdict, calls: [String])] = [
        ("misses-are-counted", .failed, ["open", "fetch", "count", "index_of", "count of fetch"]),
        ("crash-out-of-order", .crashed, ["open", "fetch", "fetch", "fetch"]),
        ("hang-after-cancelled-image", .timedOut, ["open", "request_image", "read"]),
        ("open-clears-frames", .failed, ["open", "request_image", "open"]),
    ]

    @Test("is told as the few calls that it takes", arguments: faults.map(\.fault))
    func short(fault: String) async throws {
        let expected = try #require(Self.faults.first { $0.fault == fault })
        let found = try await found(fault, try TemporaryFolder())
        #expect(found.outcome.verdict == expected.verdict)
        // Some faults show in more ways than one.
        #expect(found.reproduction.steps.count <= expected.calls.count + 1, "\(found.reproduction.steps)")
        #expect(found.reproduction.steps.first?.hasPrefix("open library") == true)
        #expect(found.reproduction.seed == 1)
    }

    @Test("is written as a C program that compiles without warnings and makes the same calls")
    func program() async throws {
        let folder = try TemporaryFolder()
        let found = try await found("crash-out-of-order", folder)
        let good = try await onThread { try FolderBackends.build("none", into: folder) }
        let source = try folder.write(found.reproduction.source, to: "reproducer.c")
        let fixtures = folder.path("fixtures")
        try ConformanceRun.writeFixtures(to: fixtures, seed: found.reproduction.seed)
        let program = folder.path("reproducer")
        let plugin = found.plugin
        let (bad, fine) = try await onThread {
            let compiler = try #require(PackagePaths.clang ?? PackagePaths.executable("gcc"))
            let flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-pthread", "-I", PackagePaths.headers]
            let compiled = try Subprocess.run(compiler, flags + ["-o", program, source, "-ldl"])
            #expect(compiled.succeeded, "\(compiled.errors)")
            let library = fixtures + "/library"
            return (try Subprocess.run(program, [plugin, library]), try Subprocess.run(program, [good, library]))
        }
        #expect(!bad.succeeded && !bad.output.hasSuffix("end\n"), "\(bad.output)")
        #expect(fine.succeeded && fine.output.hasSuffix("end\n"), "\(fine.output)\(fine.errors)")
    }

    @Test("is played again from its file: by the backend that broke the rule, and by one that keeps it")
    func again() async throws {
        let folder = try TemporaryFolder()
        let found = try await found("misses-are-counted", folder)
        let file = try folder.write(found.reproduction.source, to: "reproducer.c")
        for (fault, verdict) in [("misses-are-counted", Verdict.failed), ("none", .passed)] {
            var run = try ConformanceRun.test(try await onThread { try FolderBackends.build(fault, into: folder) })
            try run.reproduce(file)
            let report = try await run.report()
            #expect(report.checks.map(\.verdict) == [verdict], "\(report.findings)")
            #expect(report.checks.first?.message == (verdict == .failed ? found.outcome.message : ""))
        }
    }

    @Test("is shown in every report for people")
    func shown() async throws {
        let steps = ["open library 0", "info"]
        let outcome = CheckOutcome(
            id: "fuzz.calls", verdict: .failed, message: "step 2, info: wrong",
            reproduction: Reproduction(seed: 9, steps: steps, source: "int main(void) {}"))
        let report = ConformanceReport(
            kitVersion: "0", plugin: "/x.so", sha256: "00", level: .full, filter: nil, verdict: RunVerdict([outcome]),
            checks: [outcome])
        for format in [ReportFormat.human, .html, .jsonl] {
            #expect(steps.allSatisfy(format.text(report).contains))
        }
    }

    @Test("cannot be played from a file that has none", arguments: ["", "int main(void) { return 0; }", "{}"])
    func nothing(text: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "reproducer.c")
        var run = try ConformanceRun.test(PackagePaths.buildFolder + "/picker-conformance-child")
        #expect(throws: UsageError.self) { try run.reproduce(file) }
    }
}

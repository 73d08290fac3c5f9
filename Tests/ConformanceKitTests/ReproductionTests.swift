import BackendAPI
import Foundation
import Platform
import TestSupport
import Testing

@testable import ConformanceKit

/// What the check of random sequences found in a backend.
private struct FoundSequence: Sendable {
    let outcome: CheckOutcome
    let reproduction: Reproduction
}

/// Each is searched for once, whatever tests ask for it: that takes a hundred processes and more.
private actor FoundSequences {
    static let shared = FoundSequences()
    private var searches: [String: Task<FoundSequence, any Error>] = [:]

    func find(_ fault: String) async throws -> FoundSequence {
        let search = searches[fault] ?? Task { try await Self.search(fault) }
        searches[fault] = search
        return try await search.value
    }

    private static func search(_ fault: String) async throws -> FoundSequence {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build(fault, into: folder) }
        var run = try ConformanceRun.test(plugin, level: .full, filter: "fuzz.calls")
        if fault.hasPrefix("hang") { run.silence = ConformanceRun.Silence(usual: 2, shrinking: 0.4) }
        let outcome = try #require(try await run.report().checks.first)
        return FoundSequence(outcome: outcome, reproduction: try #require(outcome.reproduction))
    }
}

/// A fault that random sequences find, and the calls that it takes.
struct FailingSequence: Sendable {
    let fault: String
    let verdict: Verdict
    let calls: [String]

    /// Those that other tests search for, too.
    static let usual = [
        FailingSequence(
            fault: "misses-are-counted", verdict: .failed,
            calls: ["open", "fetch", "count", "index_of", "count of fetch"]),
        FailingSequence(fault: "crash-out-of-order", verdict: .crashed, calls: ["open", "fetch", "fetch", "fetch"]),
    ]

    /// Each of these takes a hundred processes more.
    static let rest = [
        FailingSequence(
            fault: "hang-after-cancelled-image", verdict: .timedOut, calls: ["open", "request_image", "read"]),
        FailingSequence(fault: "open-clears-frames", verdict: .failed, calls: ["open", "request_image", "open"]),
    ]

    func isFoundShort() async throws {
        let found = try await FoundSequences.shared.find(fault)
        #expect(found.outcome.verdict == verdict)
        // Some faults show in more ways than one.
        #expect(found.reproduction.steps.count <= calls.count + 1, "\(found.reproduction.steps)")
        #expect(found.reproduction.steps.first?.hasPrefix("open library") == true)
        #expect(found.reproduction.seed == 1)
    }
}

@Suite("A sequence of calls that fails", .timeLimit(.minutes(10))) struct ReproductionTests {
    @Test("A sequence that fails is reported as the few calls that it takes", arguments: FailingSequence.usual)
    func short(sequence: FailingSequence) async throws { try await sequence.isFoundShort() }

    @Test("A reproducer is a C program that compiles without warnings and makes the same calls")
    func program() async throws {
        let folder = try TemporaryFolder()
        let found = try await FoundSequences.shared.find("crash-out-of-order")
        let good = try await onThread { try FolderBackends.build("none", into: folder) }
        let plugin = try await onThread { try FolderBackends.build("crash-out-of-order", into: folder) }
        let source = try folder.write(found.reproduction.source, to: "reproducer.c")
        let fixtures = folder.path("fixtures")
        try ConformanceRun.writeFixtures(to: fixtures, seed: found.reproduction.seed)
        let program = folder.path("reproducer")
        let (bad, fine) = try await onThread {
            try CCompiler.run(
                CCompiler.language + CCompiler.strict + ["-pthread", "-o", program, source, "-ldl"])
            let library = fixtures + "/library"
            return (try Subprocess.run(program, [plugin, library]), try Subprocess.run(program, [good, library]))
        }
        #expect(!bad.succeeded && !bad.output.hasSuffix("end\n"), "\(bad.output)")
        #expect(fine.succeeded && fine.output.hasSuffix("end\n"), "\(fine.output)\(fine.errors)")
    }

    @Test("A reproducer fails again in the backend that broke the rule, and passes in one that keeps it")
    func again() async throws {
        let folder = try TemporaryFolder()
        let found = try await FoundSequences.shared.find("misses-are-counted")
        let file = try folder.write(found.reproduction.source, to: "reproducer.c")
        for (fault, verdict) in [("misses-are-counted", Verdict.failed), ("none", .passed)] {
            var run = try ConformanceRun.test(try await onThread { try FolderBackends.build(fault, into: folder) })
            try run.reproduce(file)
            let report = try await run.report()
            #expect(report.checks.map(\.verdict) == [verdict], "\(report.findings)")
            #expect(report.checks.first?.message == (verdict == .failed ? found.outcome.message : ""))
        }
    }

    @Test("Every report for people shows the calls of a sequence that failed")
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

    @Test("Assets that come from a place past all others are a finding, and no end of the kit")
    func pastTheEnd() {
        let fetch = Fetch(Guarded(picker_fetch()), steps: StepWriter(records: nil, token: ""))
        let identifiers = ["a", "b", "c"].map { Text(Arena.string($0)) }
        for offset in [UInt64.max, UInt64.max - 1] {
            let held = HeldFetch(fetch, library: 0, ask: SequenceFetch())
            #expect(throws: CheckStop.self) { try held.learn(window: offset, 9, identifiers, isWhole: true) }
            #expect(throws: Never.self) { try held.learn(window: offset, 9, [], isWhole: true) }
        }
    }

    @Test(
        "A sequence with a number that the kit cannot ask for is refused, and no crash of the plugin",
        arguments: [
            SequenceCall.read(library: 0, asset: 0, offset: 0, capacity: -1),
            .read(library: 0, asset: 0, offset: 0, capacity: .max),
            .image(into: 0, library: 0, asset: 0, image: SequenceImage(width: -1, height: 8)),
            .image(into: 0, library: 0, asset: 0, image: SequenceImage(width: 8, height: 1 << 32)),
            .fetch(into: 0, library: 0, ask: SequenceFetch(scope: 2, first: -1, number: 4)),
            .count(library: 0, ask: SequenceFetch(scope: 3, first: .max, number: 4)),
            .count(library: 0, ask: SequenceFetch(scope: 3, first: 0, number: -4)),
        ])
    func unplayable(call: SequenceCall) throws {
        let steps = [SequenceStep(call: .open(library: 0)), SequenceStep(call: call)]
        let folder = try TemporaryFolder()
        let file = try folder.write(
            CallSequence(check: "fuzz.calls", seed: 1, steps: steps).json, to: "sequence.json")
        let error = #expect(throws: UsageError.self) { try CallSequence(file: file) }
        #expect(error?.description.contains("call 2") == true)
        let all = SequenceGenerator.steps(seed: 1, count: 2000)
        #expect(all.allSatisfy { $0.isPlayable })
    }

    @Test("A file without a sequence cannot be reproduced", arguments: ["", "int main(void) { return 0; }", "{}"])
    func nothing(text: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "reproducer.c")
        var run = try ConformanceRun.test(PackagePaths.helper)
        #expect(throws: UsageError.self) { try run.reproduce(file) }
    }
}

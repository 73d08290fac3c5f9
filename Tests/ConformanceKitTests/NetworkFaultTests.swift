import TestSupport
import Testing

@testable import ConformanceKit

/// A fault of the backend in `on_a_network.c`, and the check that must find it.
enum NetworkFault: String, CaseIterable {
    case offlineIsInternal = "offline-is-internal"
    case neverComesBack = "never-comes-back"
    case signedOutIsIO = "signed-out-is-io"
    case busyIsMissing = "busy-is-missing"
    case waitsInSeconds = "waits-in-seconds"
    case takesWhatCame = "takes-what-came"
    case waitsForEver = "waits-for-ever"
    case asksAnyway = "asks-anyway"
    case notAllowedIsOffline = "not-allowed-is-offline"
    case saysItIsHere = "says-it-is-here"

    var check: String {
        switch self {
        case .offlineIsInternal, .neverComesBack: "network.unreachable"
        case .signedOutIsIO: "network.signed-out"
        case .busyIsMissing, .waitsInSeconds: "network.refused-for-now"
        case .takesWhatCame: "network.cut-off"
        case .waitsForEver: "network.silent"
        case .asksAnyway, .notAllowedIsOffline, .saysItIsHere: "network.not-allowed"
        }
    }
}

@Suite(
    "The kit breaks the network between a plugin and its server", .timeLimit(.minutes(10)),
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct NetworkFaultTests {
    private func run(_ fault: String, isIsolated: Bool = false) async throws -> ConformanceReport {
        let folder = try TemporaryFolder()
        var run = try ConformanceRun.test(
            try await onThread { try FaultyBackends.build("on_a_network", into: folder) }, filter: "network.")
        run.level = .full
        run.jobs = 1
        // Beginning where the tests run, as people write it.
        run.fixtureCommand = "Tests/FaultyBackends/photo-server \(fault)"
        run.silence.usual = 4
        if isIsolated { run.isolate() }
        return try await run.report()
    }

    @Test("A backend that copes with it passes all of the category", arguments: [false, true])
    func passes(isIsolated: Bool) async throws {
        let report = try await run("none", isIsolated: isIsolated)
        #expect(report.count(.passed) == 6, "\(report.findings)")
    }

    @Test("One whose fetches have a count when they were read passes all of the category")
    func countsWhenRead() async throws {
        let report = try await run("counts-when-read")
        #expect(report.count(.passed) == 6, "\(report.findings)")
    }

    @Test("One that does not fails the check that is about it, and no other", arguments: NetworkFault.allCases)
    func found(fault: NetworkFault) async throws {
        let report = try await run(fault.rawValue)
        #expect(report.found == [fault.check], "\(report.findings)")
    }

    @Test("Over a folder the category is left out, and says why")
    func folder() async throws {
        let folder = try TemporaryFolder()
        var run = try ConformanceRun.test(
            try await onThread { try FaultyBackends.build("good", into: folder) }, filter: "network.")
        run.level = .full
        let report = try await run.report()
        #expect(report.count(.skipped) == 6 && report.checks.allSatisfy { $0.message.contains("folder") })
    }
}

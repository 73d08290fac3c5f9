import TestSupport
import Testing

@testable import ConformanceKit

/// Each takes up to a quarter of a minute, in which the processors have nothing to do.
@Suite(
    "The kit finds faults for which it waits in vain", .timeLimit(.minutes(10)),
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct WaitingFaultTests {
    @Test("A fault in the text of a backend in C", arguments: PlantedFault.all.filter(\.isWaitedFor))
    func planted(fault: PlantedFault) async throws {
        try await ConformanceRun.expect(fault.check, toBlame: fault.make)
    }

    @Test("A fault between the kit and a backend with an index", arguments: ProxyFault.allCases.filter(\.isWaitedFor))
    func proxied(fault: ProxyFault) async throws {
        try await ConformanceRun.expect(fault.check, toBlame: fault.make)
    }

    @Test("There are as many of both as there are names")
    func count() {
        #expect(PlantedFault.all.count(where: \.isWaitedFor) == PlantedFault.waitedFor.count)
        #expect(ProxyFault.allCases.count(where: \.isWaitedFor) == ProxyFault.waitedFor.count)
    }
}

extension PlantedFault {
    /// Those for which a check waits: for a change that is never told, or a call that does not return.
    fileprivate static let waitedFor: Set = [
        "edits-in-place-are-unseen", "first-photos-are-not-told", "folders-have-no-names", "observers-hold-a-lock",
        "one-stop-for-all-observers", "shutdown-waits-for-windows", "windows-hold-a-lock",
    ]

    var isWaitedFor: Bool { Self.waitedFor.contains(name) }
    static var quick: [PlantedFault] { all.filter { !$0.isWaitedFor } }
}

extension ProxyFault {
    fileprivate static let waitedFor: Set<ProxyFault> = [
        .additionsAreUntold, .noObservedTokens, .nothingSinceOpening, .versionsOfFirstFiles,
    ]

    var isWaitedFor: Bool { Self.waitedFor.contains(self) }
    static var quick: [ProxyFault] { allCases.filter { !$0.isWaitedFor } }
}

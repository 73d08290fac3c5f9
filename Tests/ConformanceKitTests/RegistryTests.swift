import Foundation
import TestSupport
import Testing

@testable import ConformanceKit

@Suite("The registry of checks") struct RegistryTests {
    /// Clauses of docs/abi.md: every "**R5.2**" that begins a paragraph.
    private static var clauses: Set<String> {
        get throws {
            let text = try String(contentsOfFile: PackagePaths.root + "/docs/abi.md", encoding: .utf8)
            return Set(text.matches(of: /\*\*(R[0-9]+\.[0-9]+)\*\*/).map { String($0.output.1) })
        }
    }

    /// Clauses that bind the host alone: the host's own tests hold them.
    private static let ofTheHost: Set = ["R2.2", "R2.3", "R3.3", "R11.4"]

    @Test("has a check for every rule that binds a plugin")
    func complete() throws {
        let covered = Set(CheckRegistry.all.flatMap(\.clauses))
        let missing = try Self.clauses.subtracting(covered).subtracting(Self.ofTheHost)
        #expect(missing.isEmpty, "\(missing.sorted())")
    }

    @Test("names no rule that docs/abi.md does not have")
    func known() throws {
        let unknown = Set(CheckRegistry.all.flatMap(\.clauses)).subtracting(try Self.clauses)
        #expect(unknown.isEmpty, "\(unknown.sorted())")
    }

    @Test("has ids of a category and a name, each once, and at least 120 checks")
    func ids() {
        let ids = CheckRegistry.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.count >= 120)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[a-z]+\.[a-z0-9-]+/) != nil })
    }

    @Test("says for every check what holds, which rules it enforces, and how to mend it")
    func explained() {
        for check in CheckRegistry.all {
            #expect(!check.sentence.isEmpty && !check.mend.isEmpty && !check.clauses.isEmpty, "\(check.id)")
            #expect(CheckListing.explanation(check).contains(check.sentence))
        }
    }

    @Test("refuses a filter that matches nothing")
    func nothing() {
        #expect(throws: UsageError.self) { try CheckRegistry.checks(upTo: .stress, filter: "no-such-check") }
        #expect(throws: UsageError.self) { try CheckRegistry.checks(upTo: .stress, filter: "") }
        #expect(throws: UsageError.self) { try CheckRegistry.checks(upTo: .core, filter: "lifecycle.many-cycles") }
    }
}

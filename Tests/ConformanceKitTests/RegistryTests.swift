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

    /// Clauses that bind the host alone: the host's own tests hold them. R8.6 and R16.5 are of words and headers.
    /// R9.19 is of libraries elsewhere, which the kit cannot change under a fetch.
    private static let ofTheHost: Set = [
        "R2.2", "R2.3", "R3.3", "R4.1", "R8.5", "R8.6", "R9.19", "R11.4", "R16.5", "R18.5", "R18.8", "R19.6",
    ]

    @Test("There is a check for every rule that binds a plugin")
    func complete() throws {
        let covered = Set(CheckRegistry.all.flatMap(\.clauses))
        let missing = try Self.clauses.subtracting(covered).subtracting(Self.ofTheHost)
        #expect(missing.isEmpty, "\(missing.sorted())")
    }

    @Test("Checks name no rule that docs/abi.md does not have")
    func known() throws {
        let unknown = Set(CheckRegistry.all.flatMap(\.clauses)).subtracting(try Self.clauses)
        #expect(unknown.isEmpty, "\(unknown.sorted())")
    }

    @Test("Checks have unique ids of a category and a name, and there are at least 120")
    func ids() {
        let ids = CheckRegistry.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.count >= 120)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[a-z]+\.[a-z0-9-]+/) != nil })
    }

    @Test("Every check has a summary, the rules that it enforces, and a remedy")
    func explained() {
        for check in CheckRegistry.all {
            #expect(!check.summary.isEmpty && !check.remedy.isEmpty && !check.clauses.isEmpty, "\(check.id)")
            #expect(CheckListing.explanation(check).contains(check.summary))
            // Each is one line of a report.
            #expect(!check.summary.contains("\n") && !check.remedy.contains("\n"), "\(check.id)")
        }
    }

    @Test("A filter that matches nothing is refused")
    func nothing() {
        #expect(throws: UsageError.self) { try CheckRegistry.checks(upTo: .stress, filter: "no-such-check") }
        #expect(throws: UsageError.self) { try CheckRegistry.checks(upTo: .stress, filter: "") }
        #expect(throws: UsageError.self) { try CheckRegistry.checks(upTo: .core, filter: "lifecycle.many-cycles") }
    }
}

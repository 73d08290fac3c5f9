import Foundation
import GRDB
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("Changes since a token")
struct ChangesTests {
    @Test("Changes since a token name each asset once, with what its changes come to")
    func coalescing() throws {
        let fixture = try IndexFixture()
        func put(_ name: String, version: UInt64 = 1) throws {
            try fixture.put([fixture.draft(name, created: 0) { $0.asset.contentTag = version }])
        }
        func identifier(_ name: String) -> String { fixture.root.identity.asset(at: Array(name.utf8)).text }
        for name in ["updated", "removed", "replaced", "changed and removed"] { try put(name) }
        let token = try fixture.photoIndex.currentToken()
        try put("new")
        try put("new", version: 2)
        try put("brief")
        try fixture.remove("brief")
        try put("updated", version: 2)
        try fixture.remove("removed")
        try fixture.remove("replaced")
        try put("replaced", version: 3)
        try put("changed and removed", version: 2)
        try fixture.remove("changed and removed")
        let answer = try fixture.photoIndex.changes(since: token)
        #expect(
            answer.changes.filter { $0.subject == .assets } == [
                .removed(["removed", "changed and removed"].map(identifier)), .inserted([identifier("new")]),
                .updated(["updated", "replaced"].map(identifier)),
            ])
        #expect(try fixture.photoIndex.changes(since: answer.token).changes.isEmpty)
    }

    @Test("Changes since a token bring an old list of assets to the new one, whatever happened", arguments: 1...4)
    func model(seed: Int) async throws {
        try await onThread {
            let fixture = try IndexFixture()
            var generator = SeededGenerator(seed: UInt64(seed))
            var known: [String: Asset] = [:]
            var token = try fixture.photoIndex.currentToken()
            for _ in 0..<15 {
                for _ in 0..<generator.next() % 40 {
                    let name = "\(generator.next() % 12).jpg"
                    if generator.next() % 2 == 0 { try fixture.remove(name) }
                    try fixture.put([
                        fixture.draft("\(generator.next() % 12).jpg", created: Int64(generator.next() % 9))
                    ])
                }
                let now = try fixture.photoIndex.fetch(.all).assets()
                let current = Dictionary(uniqueKeysWithValues: now.map { ($0.localIdentifier, $0) })
                let answer = try fixture.photoIndex.changes(since: token)
                Self.apply(answer.changes, to: &known, current)
                #expect(known == current)
                token = answer.token
            }
        }
    }

    private static func apply(
        _ changes: [LibraryChange], to known: inout [String: Asset], _ current: [String: Asset]
    ) {
        for change in changes where change.subject == .assets {
            switch change.kind {
            case .reload, .current: Issue.record("a few changes are reported one by one")
            case .removed: put(nil, change.identifiers, wasKnown: true)
            case .inserted: put(current, change.identifiers, wasKnown: false)
            case .updated: put(current, change.identifiers, wasKnown: true)
            }
        }
        func put(_ source: [String: Asset]?, _ names: [String], wasKnown: Bool) {
            for name in names {
                let isKnown = known[name] != nil
                #expect(isKnown == wasKnown)
                known[name] = source?[name]
            }
        }
    }

    @Test("Changes since a token are one reload when there are more than a list is worth")
    func tooMany() throws {
        let fixture = try IndexFixture()
        let token = try fixture.photoIndex.currentToken()
        let last = token.sequence + 1 + PhotoIndexDatabase.toldChangesLimit
        try fixture.photoIndex.pool.write { database in
            for sequence in [token.sequence + 1, last] {
                try database.execute(
                    sql: "INSERT INTO change (sequence, identifier, change, time) VALUES (?, ?, ?, 0)",
                    arguments: [sequence, Data([1]), LoggedChange.updated.rawValue])
            }
        }
        let all = try fixture.photoIndex.changes(since: token)
        #expect(all.changes == [.reload] && all.token.sequence == last)
        let next = ChangeToken(photoIndex: token.photoIndex, sequence: token.sequence + 1)
        #expect(try fixture.photoIndex.changes(since: next).changes != [.reload])
    }

    @Test("Changes since a token are not given for a token that is not one, or of another index, or forgotten")
    func refusal() throws {
        let fixture = try IndexFixture()
        let first = try fixture.photoIndex.currentToken()
        for name in ["a", "b", "c"] { try fixture.put([fixture.draft(name, created: 0)]) }
        let bytes = first.bytes
        #expect(try ChangeToken(bytes: bytes) == first)
        for wrong in [[], Array("hello".utf8), bytes.dropLast(), bytes + [0], [0] + bytes.dropFirst()] {
            #expect {
                try ChangeToken(bytes: Array(wrong))
            } throws: {
                if case IndexError.invalidArgument = $0 { true } else { false }
            }
        }
        let another = try IndexFixture()
        let other = try another.photoIndex.currentToken()
        let last = try fixture.photoIndex.currentToken().sequence
        let future = ChangeToken(photoIndex: first.photoIndex, sequence: last + 1)
        for token in [other, future] { Self.expectTooOld(token, fixture) }
        try fixture.photoIndex.pool.write { try ChangeLog.prune(now: .now, keeping: 2, $0) }
        Self.expectTooOld(first, fixture)
        let second = ChangeToken(photoIndex: first.photoIndex, sequence: last - 2)
        #expect(try fixture.photoIndex.changes(since: second).token.sequence == last)
        try fixture.photoIndex.pool.write { try ChangeLog.prune(now: .now, keeping: 0, $0) }
        Self.expectTooOld(second, fixture)
        #expect(try fixture.photoIndex.changes(since: fixture.photoIndex.currentToken()).changes.isEmpty)
    }

    private static func expectTooOld(_ token: ChangeToken, _ fixture: IndexFixture) {
        #expect {
            try fixture.photoIndex.changes(since: token)
        } throws: {
            if case IndexError.tokenTooOld = $0 { true } else { false }
        }
    }
}

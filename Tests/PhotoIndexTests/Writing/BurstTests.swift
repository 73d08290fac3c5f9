import Foundation
import GRDB
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("Photos of a burst")
struct BurstTests {
    private let fixture: IndexFixture

    init() throws { fixture = try IndexFixture() }

    private func draft(
        _ path: String, burst: String? = "b", created: Int64 = 0, _ change: (inout AssetDraft) -> Void = { _ in }
    ) -> AssetDraft {
        fixture.draft(path, created: created) {
            if let burst {
                $0.burst = Array(burst.utf8)
                $0.asset.mediaSubtypes = .burst
            }
            change(&$0)
        }
    }

    /// The names of all photos that are not stacked, also hidden ones.
    private func standing(_ scope: FetchScope = .all) throws -> [String] {
        var options = FetchOptions()
        (options.noSubtypes, options.hidden) = (.stacked, .include)
        return try fixture.photoIndex.fetch(scope, options).assets().map(\.filename).sorted()
    }

    /// What changed of assets since a token.
    private func changes(since token: ChangeToken) throws -> [LibraryChange] {
        try fixture.photoIndex.changes(since: token).changes.filter { $0.subject == .assets }
    }

    private func identifier(_ path: String) -> String { fixture.root.identity.asset(at: Array(path.utf8)).text }

    @Test("Photos of a burst are stacked but for the cover; a photo alone and others are not")
    func cover() throws {
        try fixture.put([
            draft("P_BURST001.jpg"), draft("P_BURST002_COVER.jpg", created: 5), draft("P_BURST003.jpg"),
            draft("alone.jpg", burst: "other"), draft("plain.jpg", burst: nil),
        ])
        #expect(try standing() == ["P_BURST002_COVER.jpg", "alone.jpg", "plain.jpg"])
        var options = FetchOptions()
        options.anySubtypes = .stacked
        let stacked = try fixture.photoIndex.fetch(.all, options).assets()
        #expect(stacked.map(\.filename).sorted() == ["P_BURST001.jpg", "P_BURST003.jpg"])
        #expect(stacked.allSatisfy { $0.mediaSubtypes == [.burst, .stacked] })
    }

    @Test("Photos of a burst without a cover stand for it as favourites, then by time, then by name")
    func order() throws {
        try fixture.put([draft("c.jpg", created: 2), draft("b.jpg", created: 1), draft("a.jpg", created: 1)])
        #expect(try standing() == ["a.jpg"])
        try fixture.put([draft("d.jpg", created: -1)])
        #expect(try standing() == ["d.jpg"])
        let token = try fixture.photoIndex.currentToken()
        try fixture.put([draft("c.jpg", created: 2) { $0.asset.isFavorite = true }])
        #expect(try standing() == ["c.jpg"])
        // Both photos of which the mark changed are told, and none besides.
        let updated = try changes(since: token)
        #expect(updated.map(\.kind) == [.updated])
        #expect(Set(updated.flatMap(\.identifiers)) == [identifier("c.jpg"), identifier("d.jpg")])
        try fixture.put([draft("P_BURST009_COVER.jpg", created: 9)])
        #expect(try standing() == ["P_BURST009_COVER.jpg"])
    }

    @Test("Photos of a burst get another to stand for them when that is removed, and the last one stands alone")
    func removal() throws {
        try fixture.put([draft("a.jpg"), draft("b.jpg", created: 1), draft("c.jpg", created: 2)])
        let token = try fixture.photoIndex.currentToken()
        try fixture.remove("a.jpg")
        #expect(try standing() == ["b.jpg"])
        #expect(
            try changes(since: token) == [.removed([identifier("a.jpg")]), .updated([identifier("b.jpg")])])
        try fixture.remove("c.jpg")
        #expect(try standing() == ["b.jpg"])
        try fixture.remove("b.jpg")
        #expect(try standing() == [])
    }

    @Test("Photos of a burst are one burst in each folder")
    func folders() throws {
        try fixture.put([draft("x/a.jpg"), draft("x/b.jpg"), draft("y/c.jpg"), draft("y/d.jpg"), draft("e.jpg")])
        #expect(try standing() == ["a.jpg", "c.jpg", "e.jpg"])
    }

    @Test("Photos of a burst that are hidden stand for others that are, and never for those that are not")
    func hidden() throws {
        let hide: (inout AssetDraft) -> Void = { $0.asset.isHidden = true }
        try fixture.put([draft("P_BURST001_COVER.jpg", hide), draft("b.jpg", created: 3), draft("c.jpg", created: 4)])
        #expect(try standing() == ["b.jpg"])
        try fixture.put([draft("b.jpg", created: 3, hide)])
        #expect(try standing() == ["c.jpg"])
        try fixture.put([draft("c.jpg", created: 4, hide)])
        #expect(try standing() == ["P_BURST001_COVER.jpg"])
    }

    @Test("Photos of a burst that become those of another, or of none, leave the burst")
    func otherBurst() throws {
        try fixture.put([draft("a.jpg"), draft("b.jpg"), draft("c.jpg", burst: "other")])
        #expect(try standing() == ["a.jpg", "c.jpg"])
        try fixture.put([draft("b.jpg", burst: "other")])
        #expect(try standing() == ["a.jpg", "b.jpg"])
        try fixture.put([draft("b.jpg", burst: nil)])
        #expect(try standing() == ["a.jpg", "b.jpg", "c.jpg"])
    }

    @Test("Photos of a burst of more than a thousand are all shown, until they are fewer")
    func crowd() throws {
        try fixture.put((1...Burst.mostPhotos).map { draft("\($0).jpg", created: Int64($0)) })
        #expect(try standing() == ["1.jpg"])
        try fixture.put([draft("0.jpg")])
        #expect(try standing().count == Burst.mostPhotos + 1)
        try fixture.remove("7.jpg")
        #expect(try standing() == ["0.jpg"])
    }

    @Test("Photos of a burst are found by the index that has them alone, and no other asset is in it")
    func cost() throws {
        try fixture.put([draft("a.jpg"), draft("b.jpg"), draft("c.jpg", burst: nil), draft("d.jpg", burst: nil)])
        let (plan, entries) = try fixture.photoIndex.pool.read { database in
            (
                try Row.fetchAll(
                    database,
                    sql: "EXPLAIN QUERY PLAN SELECT id FROM asset WHERE folder_id = ? AND burst = ? LIMIT 5",
                    arguments: [1, Data()]
                ).map { $0["detail"] as String },
                try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM asset INDEXED BY asset_burst WHERE burst IS NOT NULL")
            )
        }
        #expect(plan.count == 1 && plan[0].contains("asset_burst (folder_id=? AND burst=?)"), "\(plan)")
        #expect(entries == 2)
    }

    @Test("Photos of a burst have one that stands for them after any changes, one that can be seen where there is one")
    func random() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<60 {
            let drafts = (0..<generator.next() % 9).map { _ in
                draft(
                    "\(generator.next() % 2)/\(generator.next() % 12)_BURST001\(generator.next() % 4 == 0 ? "_COVER" : "").jpg",
                    burst: generator.next() % 4 == 0 ? nil : "\(generator.next() % 3)",
                    created: Int64(generator.next() % 3)
                ) {
                    $0.asset.isFavorite = generator.next() % 4 == 0
                    $0.asset.isHidden = generator.next() % 4 == 0
                }
            }
            try fixture.put(drafts)
            try fixture.remove("\(generator.next() % 2)/\(generator.next() % 12)_BURST001.jpg")
            let flaws = try fixture.photoIndex.pool.read { database in
                try Row.fetchAll(
                    database,
                    sql: """
                        SELECT folder_id, burst FROM asset WHERE burst IS NOT NULL GROUP BY folder_id, burst
                        HAVING sum(kind & 65536 = 0) != 1
                            OR min(kind & 16) != min(CASE WHEN kind & 65536 = 0 THEN kind & 16 END)
                        """)
                    + Row.fetchAll(database, sql: "SELECT id, 0 FROM asset WHERE burst IS NULL AND kind & 65536 != 0")
            }
            #expect(flaws.isEmpty)
        }
    }
}

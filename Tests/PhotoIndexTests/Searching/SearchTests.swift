import Foundation
import GRDB
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A search")
struct SearchTests {
    private static let july14: Int64 = 1_563_105_600_000

    private let fixture: IndexFixture

    init() throws { fixture = try Self.library() }

    private static func library() throws -> IndexFixture {
        let fixture = try IndexFixture()
        try fixture.put([
            fixture.draft("Rome/IMG_1234.JPG", created: july14) { $0.words.camera = "Canon EOS 5D" },
            fixture.draft("Zürich 2020/DSC00042.jpg", created: july14 + 400 * 86_400_000) {
                $0.words.keywords = ["Été à la plage", "family's dog"]
            },
            fixture.draft("a/Screenshot_20210101-100000.png", created: 0) { $0.asset.mediaSubtypes = .screenshot },
            fixture.draft("b/beach.jpg", created: 5) { $0.asset.isHidden = true },
            fixture.draft("c/beach.jpg", created: 6),
            fixture.draft("d/x.jpg", created: 7) {
                $0.words.title = "Beach"
                $0.asset.mediaType = .video
            },
            fixture.draft("2020年8月旅行/party.jpg", created: 8),
            fixture.draft("e/Straße.jpg", created: 9) { $0.words.keywords = ["Große Brücke", "ΟΔΥΣΣΕΥΣ"] },
            fixture.draft("f/Bahnhofstrasse 4.jpg", created: 10),
            // As Macs write them: each letter in its parts.
            fixture.draft("g/\u{1112}\u{1161}\u{11AB}강.jpg", created: 11) { $0.words.title = "か\u{3099}れき" },
        ])
        return fixture
    }

    @Test(
        "A search finds words, their beginnings, numbers in names, folders, cameras, keywords and dates",
        arguments: [
            ("img_1234", ["IMG_1234.JPG"]), ("1234", ["IMG_1234.JPG"]), ("IMG_12", ["IMG_1234.JPG"]),
            ("1234.jpg", ["IMG_1234.JPG"]), ("canon", ["IMG_1234.JPG"]), ("EOS cano", ["IMG_1234.JPG"]),
            ("rome", ["IMG_1234.JPG"]), ("42", ["DSC00042.jpg"]), ("00042", ["DSC00042.jpg"]),
            ("DSC00042", ["DSC00042.jpg"]), ("ete", ["DSC00042.jpg"]), ("ÉTÉ plage", ["DSC00042.jpg"]),
            ("zurich", ["DSC00042.jpg"]), ("family's", ["DSC00042.jpg"]), ("Zu\u{308}rich", ["DSC00042.jpg"]),
            ("2019", ["IMG_1234.JPG"]), ("July 2019", ["IMG_1234.JPG"]), ("2019-07-14", ["IMG_1234.JPG"]),
            ("2019-07", ["IMG_1234.JPG"]), ("jul", ["IMG_1234.JPG"]), ("20210101", ["Screenshot_20210101-100000.png"]),
            ("2019年", ["IMG_1234.JPG"]), ("2019年7月", ["IMG_1234.JPG"]), ("2019年07月14日", ["IMG_1234.JPG"]),
            ("2019年7月14日星期日", ["IMG_1234.JPG"]), ("2019年7月14日周日", ["IMG_1234.JPG"]), ("7月14日", ["IMG_1234.JPG"]),
            ("2019年0", ["IMG_1234.JPG"]), ("rome 2019年7月", ["IMG_1234.JPG"]),
            ("2020年8月", ["party.jpg", "DSC00042.jpg"]),
            ("2019年8月", []), ("2019年7月15日", []), ("14日", []),
            ("strasse", ["Straße.jpg"]), ("STRASSE.jpg", ["Straße.jpg"]), ("straße", ["Straße.jpg"]),
            ("Straß", ["Straße.jpg"]), ("GROẞE brucke", ["Straße.jpg"]), ("grosse", ["Straße.jpg"]),
            ("οδυσσευς", ["Straße.jpg"]), ("Bahnhofstraße 4", ["Bahnhofstrasse 4.jpg"]),
            ("한강", ["한강.jpg"]), ("\u{1112}\u{1161}\u{11AB}", ["한강.jpg"]), ("がれ", ["한강.jpg"]),
            ("か\u{3099}れき", ["한강.jpg"]),
            ("rome zurich", []), ("mg_1234", []), ("2019-08", []),
        ])
    func words(text: String, names: [String]) throws {
        #expect(try fixture.photoIndex.search(text).assets().map(\.filename) == names)
    }

    @Test("A search finds the same in an index that was made before letters that are alike were one")
    func olderIndex() throws {
        let path = Array("e/Straße.jpg".utf8)
        let identifier = Data(fixture.root.identity.asset(at: path).bytes)
        try fixture.photoIndex.pool.write { database in
            try database.execute(
                sql: """
                    UPDATE asset_text SET filename = 'Straße.jpg', keywords = 'Große Brücke'
                    WHERE rowid = (SELECT id FROM asset WHERE identifier = ?)
                    """, arguments: [identifier])
            try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '9 letters'")
        }
        #expect(try fixture.photoIndex.search("strasse").count() == 0)
        let later = try PhotoIndexDatabase(root: fixture.root, directory: fixture.folder.path("data"))
        for text in ["strasse", "Straße", "grosse", "brucke"] {
            #expect(try later.search(text).assets().map(\.filename) == ["Straße.jpg"], "\(text)")
        }
        #expect(try later.search("beach").count() == 2)
    }

    @Test("A search puts titles before file names, unless another order is asked for, and keeps to the options")
    func options() throws {
        #expect(try fixture.photoIndex.search("beach").assets().map(\.path.text) == ["d/x.jpg", "c/beach.jpg"])
        var options = FetchOptions()
        options.sort = [SortKey(.filename)]
        #expect(
            try fixture.photoIndex.search("beach", options).assets().map(\.path.text) == ["c/beach.jpg", "d/x.jpg"])
        options.hidden = .only
        #expect(try fixture.photoIndex.search("beach", options).assets().map(\.path.text) == ["b/beach.jpg"])
        #expect(try fixture.photoIndex.search("beach", FetchOptions(mediaTypes: .video)).count() == 1)
        options = FetchOptions()
        options.createdBefore = Timestamp(milliseconds: 7)
        #expect(try fixture.photoIndex.search("beach", options).assets().map(\.path.text) == ["c/beach.jpg"])
        options = FetchOptions()
        options.limit = 1
        #expect(try fixture.photoIndex.search("beach", options).assets().map(\.path.text) == ["d/x.jpg"])
    }

    @Test(
        "A search takes whatever is typed for words",
        arguments: [
            "", " ", "\"", "\"\"\"", "'", "*", "AND", "OR NOT NEAR", "NEAR(a b)", "title:beach", "{title}: x", "-beach",
            "a AND", "(", ")", "^beach", "beach*", "b\"each", "\0", "beach\0dog", "🏖️", "👨‍👩‍👧", "%", "_",
            ";DROP TABLE asset",
            "\u{301}", "e\u{301}", "ﬁ", "Ⅷ", "①", "\u{200D}", "\u{FFFD}", "中文", "ה", "\\", "a-b-c", "--", "#", "+",
            "a + b",
            String(repeating: "a", count: 100_000), String(repeating: "a ", count: 5000),
            String(repeating: "\"", count: 999), String(repeating: "a-", count: 3000),
        ])
    func hostile(text: String) throws {
        let fetch = try fixture.photoIndex.search(text)
        #expect(try fetch.assets().count == fetch.count())
    }

    @Test("A search sees operators as words")
    func operators() throws {
        #expect(try fixture.photoIndex.search("beach NOT rome").count() == 0)
        #expect(try fixture.photoIndex.search("title:beach").count() == 0)
        #expect(try fixture.photoIndex.search("beach*").count() == 2)
        #expect(try fixture.photoIndex.search("b\"each").count() == 0)
    }

    @Test("A search looks at no more than its scope")
    func scopes() throws {
        let folder = fixture.root.identity.collection(folder: Array("c".utf8)).text
        let videos = fixture.root.identity.collection(smartAlbum: "videos").text
        func found(_ scope: FetchScope) throws -> [String] {
            try fixture.photoIndex.fetch(.search("beach", scope), FetchOptions()).assets().map(\.path.text)
        }
        #expect(try found(.collection(folder)) == ["c/beach.jpg"])
        #expect(try found(.collection(videos)) == ["d/x.jpg"])
        #expect(try found(.paths([AssetPath("c/beach.jpg"), AssetPath("Rome/IMG_1234.JPG")])) == ["c/beach.jpg"])
        #expect(try found(.identifiers([])).isEmpty)
    }

    @Test("A search follows what is changed and removed")
    func changes() throws {
        let before = try fixture.photoIndex.search("beach")
        try fixture.remove("c/beach.jpg")
        try fixture.put([fixture.draft("d/x.jpg", created: 7) { $0.words.title = "Mountain" }])
        #expect(try fixture.photoIndex.search("beach").count() == 0)
        #expect(try fixture.photoIndex.search("mount").count() == 1)
        #expect(try before.count() == 2)
    }

    @Test("A search keeps what came last when too much is found, the newest first")
    func limit() async throws {
        try await onThread {
            let fixture = try IndexFixture()
            try fixture.put((0..<TextSearch.limit + 5).map { fixture.draft("\($0).jpg", created: Int64($0)) })
            let fetch = try fixture.photoIndex.search("jpg")
            #expect(try fetch.count() == TextSearch.limit)
            #expect(try fetch.assets(0, 2).map(\.filename) == ["10004.jpg", "10003.jpg"])
        }
    }
}

extension PhotoIndexDatabase {
    fileprivate func search(_ text: String, _ options: FetchOptions = FetchOptions()) throws -> IndexFetch {
        try fetch(.search(text), options)
    }
}

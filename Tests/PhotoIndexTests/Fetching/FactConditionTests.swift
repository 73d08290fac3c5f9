import Foundation
import GRDB
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("Conditions on what is known of a photo") struct FactConditionTests {
    private func names(
        _ fixture: IndexFixture, _ scope: FetchScope = .all, _ change: (inout FetchOptions) -> Void
    ) throws -> [String] {
        var options = FetchOptions()
        change(&options)
        return try fixture.photoIndex.fetch(scope, options).assets().map(\.filename)
    }

    @Test("Conditions on a text find it across composed letters and case, never across the end of one text")
    func text() throws {
        let fixture = try IndexFixture()
        let titled = fixture.draft("a.jpg", created: 1) { draft in
            draft.words.title = "STRASSE am CAFE\u{301}"
            draft.words.caption = "Ende"
        }
        try fixture.put([titled, fixture.draft("O\u{308}de.jpg", created: 2), fixture.draft("100%_a?.jpg", created: 3)])
        let expected = [
            ("straße", ["a.jpg"]), ("Straẞe", ["a.jpg"]), ("café", ["a.jpg"]), ("cafe", []), ("éende", []),
            ("ende", ["a.jpg"]),
            ("ÖDE", ["O\u{308}de.jpg"]), ("%_A?", ["100%_a?.jpg"]), ("' OR 1", []), ("\u{FF}", []),
            ("%", ["100%_a?.jpg"]),
        ]
        for (text, found) in expected { #expect(try names(fixture) { $0.text = text } == found, "\(text)") }
    }

    @Test("Conditions on facts keep the order of what was added recently: the newest first")
    func recentlyAdded() throws {
        let fixture = try IndexFixture()
        let day: Int64 = 86_400_000
        let drafts = (0..<6).map { number in
            fixture.draft("\(number).jpg", created: Int64(number) * day) { draft in
                let seconds = Int64(number * 5 % 6)
                draft.added = Timestamp(milliseconds: 1000 * (day - seconds))
                draft.rating = number % 3
            }
        }
        try fixture.put(drafts)
        let recent = fixture.root.identity.collection(smartAlbum: SmartAlbum.recentlyAdded.rawValue).text
        let all = try names(fixture, .collection(recent)) { _ in }
        #expect(all.count == 6 && all != all.sorted())
        let rated = try names(fixture, .collection(recent)) { $0.ratings = Ratings(1...5) }
        #expect(rated == all.filter { !["0.jpg", "3.jpg"].contains($0) })
        let dated = try names(fixture, .collection(recent)) { $0.createdFrom = Timestamp(milliseconds: 2 * day) }
        #expect(dated == all.filter { !["0.jpg", "1.jpg"].contains($0) })
    }

    @Test("Conditions on a text hold in an index that was made when the capital of ß was another letter")
    func olderLetters() throws {
        let fixture = try IndexFixture()
        try fixture.put([fixture.draft("a.jpg", created: 1) { $0.words.title = "STRAẞE" }])
        let before = Data("a.jpg".utf8) + [0xFF] + Data("straße".utf8) + [0xFF]
        try fixture.photoIndex.pool.write { database in
            try database.execute(sql: "UPDATE asset SET folded_text = ?", arguments: [before])
            try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '9 letters'")
        }
        let later = try PhotoIndexDatabase(root: fixture.root, directory: fixture.folder.path("data"))
        for (text, count) in [("STRAẞE", 1), ("strasse", 1), ("JPG", 1), ("jpgs", 0)] {
            var options = FetchOptions()
            options.text = text
            #expect(try later.fetch(.all, options).count() == count, "\(text)")
        }
    }

    @Test("What was added recently is that also where a clock once showed a year that is still to come")
    func wrongClock() throws {
        let fixture = try IndexFixture()
        let day: Int64 = 86_400_000
        let now = Timestamp.now.milliseconds
        let added = [now + 3000 * day, now, now - 20 * day, now - 40 * day]
        try fixture.put(
            added.enumerated().map { number, moment in
                fixture.draft("\(number).jpg", created: 0) { $0.added = Timestamp(milliseconds: moment) }
            })
        let recent = fixture.root.identity.collection(smartAlbum: SmartAlbum.recentlyAdded.rawValue).text
        #expect(try names(fixture, .collection(recent)) { _ in } == ["0.jpg", "1.jpg", "2.jpg"])
        #expect(try fixture.photoIndex.collection(recent).estimatedCount == 3)
    }

    @Test("Conditions on facts hold for what the RAW file says of a photo that was exported without metadata")
    func exported() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("a.jpg")
            try library.write("a.dng", Self.describedRAW)
            try library.write("b.jpg", SampleMedia.jpeg(width: 50))
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh(options: .trusting)
            var options = FetchOptions()
            (options.ratings, options.text) = (Ratings(3...3), "hut")
            let found = try photoIndex.fetch(.all, options).assets()
            #expect(found.map(\.filename) == ["a.jpg"])
            var records = AssetRecords(photoIndex.root)
            let details = try records.details(photoIndex.files(of: try #require(found.first).localIdentifier))
            #expect(details.camera?.rating == 3 && details.camera?.caption == "A hut")
        }
    }

    /// A DNG of nothing but a description and XMP with a rating.
    private static var describedRAW: [UInt8] {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="3"/></rdf:RDF></x:xmpmeta>
            """
        let (text, rating) = (Array("A hut\0".utf8), Array(packet.utf8))
        let start = 8 + 2 + 3 * 12 + 4
        let entries =
            entry(0x010E, 2, text.count, start) + entry(0x02BC, 1, rating.count, start + text.count)
            + entry(0xC612, 1, 4, 0x0000_0401)
        return Array("II".utf8) + [42, 0, 8, 0, 0, 0, 3, 0] + entries + [0, 0, 0, 0] + text + rating
    }

    private static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
        let numbers = [(tag, 2), (type, 2), (count, 4), (value, 4)]
        return numbers.flatMap { number, width in (0..<width).map { UInt8(number >> ($0 * 8) & 0xFF) } }
    }

    @Test("Conditions on facts hold for a search by words too")
    func search() throws {
        let fixture = try IndexFixture()
        try fixture.put(
            (0..<6).map { number in
                fixture.draft("\(number).jpg", created: Int64(number)) { draft in
                    draft.words.title = "Sea"
                    draft.rating = number
                }
            })
        var options = FetchOptions()
        options.ratings = Ratings(4...5)
        let found = try fixture.photoIndex.fetch(.search("sea"), options).assets().map(\.filename)
        #expect(Set(found) == ["4.jpg", "5.jpg"])
    }

    @Test("An index that was made before ratings and texts were kept reads its files once more")
    func olderIndex() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("a.jpg")
            try library.write(
                "a.xmp",
                Array(
                    """
                    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                    <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
                    """.utf8))
            let first = try library.photoIndex()
            _ = try first.refresh(options: .trusting)
            try first.pool.write { database in
                try database.execute(sql: "ALTER TABLE asset DROP COLUMN rating")
                try database.execute(sql: "ALTER TABLE asset DROP COLUMN folded_text")
                try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '5 facts'")
            }
            let second = try library.photoIndex()
            _ = try second.refresh(.quick, options: .trusting)
            var options = FetchOptions()
            (options.ratings, options.text) = (Ratings(4...4), "A.J")
            #expect(try second.fetch(.all, options).count() == 1)
        }
    }
}

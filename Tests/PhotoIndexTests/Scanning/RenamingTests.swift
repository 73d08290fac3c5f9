import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A photo that got another name")
struct RenamingTests {
    private let library: ScannedLibrary
    private let photoIndex: PhotoIndexDatabase

    init() throws {
        library = try ScannedLibrary()
        try library.write("a/taken.jpg", SampleMedia.jpeg(taken: "2019:07:14 10:15:00"))
        try library.write("a/plain.jpg", SampleMedia.jpeg(width: 80))
        try library.write("a/film.mov", SampleMedia.quickTime)
        for name in ["pair.jpg", "pair.dng", "note.jpg", "note.xmp"] {
            try library.write("b/" + name, name.hasSuffix("jpg") ? SampleMedia.jpeg() : SampleMedia.dng)
        }
        photoIndex = try library.photoIndex()
        _ = try photoIndex.refresh(options: .trusting)
    }

    private func refresh(_ mode: RefreshMode = .full, expectingReads count: Int) throws -> RefreshOutcome {
        let outcome = try photoIndex.refresh(mode, options: .trusting)
        #expect(outcome.report.filesRead == count)
        #expect(try IndexDump.lines(photoIndex) == library.fresh())
        return outcome
    }

    @Test(
        "A photo that got another name in its folder or another is not read again",
        arguments: [RefreshMode.full, .quick])
    func renamed(mode: RefreshMode) async throws {
        try await onThread {
            try library.move("a/taken.jpg", to: "a/IMG_20200101_000000.jpg")
            // The folder comes before, and is scanned before it.
            try library.move("a/plain.jpg", to: "A/IMG_20180203_040506.jpg")
            try library.move("a/film.mov", to: "z/deeper/film.MOV")
            let outcome = try refresh(mode, expectingReads: 0)
            #expect(outcome.report.inserted == 3 && outcome.report.removed == 3)
            let assets = try photoIndex.fetch(.all, FetchOptions(sort: [SortKey(.creationTime)])).assets()
            let dates = assets.compactMap(\.creation).map { CivilTime(timestamp: $0.time).dateText }
            #expect(Array(dates.prefix(2)) == ["2018-02-03", "2019-07-14"])
        }
    }

    @Test("A photo that got another name together with its folder is not read again, also one of thousands")
    func folder() async throws {
        try await onThread {
            for number in 0..<2100 { try library.write("a/\(number).jpg", SampleMedia.jpeg(padding: number)) }
            _ = try photoIndex.refresh(options: .trusting)
            try library.move("a", to: "c/moved")
            let outcome = try refresh(.quick, expectingReads: 0)
            #expect(outcome.report.inserted == 2103 && outcome.report.removed == 2103)
        }
    }

    @Test("A photo that got another name is read again where several files make it, or where the name says what it is")
    func read() async throws {
        try await onThread {
            for name in ["pair.jpg", "pair.dng", "note.jpg", "note.xmp"] {
                try library.move("b/" + name, to: "c/" + name)
            }
            try library.move("a/plain.jpg", to: "a/Screenshot_1.jpg")
            try library.move("a/taken.jpg", to: "a/taken.jpeg")
            _ = try refresh(expectingReads: 6)
            try library.move("a/Screenshot_1.jpg", to: "a/plain.jpg")
            _ = try refresh(expectingReads: 1)
        }
    }

    @Test("A photo that got another name and another content is read, and so is a new photo")
    func rewritten() async throws {
        try await onThread {
            try library.move("a/plain.jpg", to: "a/other.jpg")
            try library.write("a/other.jpg", SampleMedia.jpeg(width: 99, padding: 1))
            try library.write("a/plain.jpg", SampleMedia.jpeg(width: 98, padding: 2))
            _ = try refresh(expectingReads: 2)
        }
    }

    @Test("A photo that got another name is found by its rating, caption, title and keywords as before")
    func described() async throws {
        try await onThread {
            try library.write("a/sea.jpg", Self.described)
            _ = try refresh(expectingReads: 1)
            try library.move("a/sea.jpg", to: "c/Küste.jpg")
            _ = try refresh(expectingReads: 0)
            for text in ["küste", "am strand", "strasse", "große", "möwe"] {
                var options = FetchOptions()
                (options.ratings, options.text) = (Ratings(4...4), text)
                #expect(try photoIndex.fetch(.all, options).assets().map(\.filename) == ["Küste.jpg"], "\(text)")
            }
        }
    }

    /// A JPEG that says in XMP what people may write about it.
    private static var described: [UInt8] {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmp:Rating="4"><dc:title>Straße zum Meer</dc:title><dc:description>Am Strand</dc:description>
            <dc:subject><rdf:Bag><rdf:li>Große Möwe</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let segment = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)
        let length = segment.count + 2
        return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + segment
            + SampleMedia.jpeg().dropFirst(2)
    }

    @Test("A photo that got another name keeps when it was added and its preview hash")
    func kept() async throws {
        try await onThread {
            try photoIndex.pool.write { try $0.execute(sql: "UPDATE asset SET added = 77, placeholder = x'0102'") }
            try library.move("a/plain.jpg", to: "c/plain.jpg")
            _ = try refresh(expectingReads: 0)
            let rows = try photoIndex.pool.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM asset WHERE added = 77 AND placeholder = x'0102'")
            }
            #expect(rows == 5)
        }
    }
}

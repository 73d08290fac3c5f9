import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("Bursts among files")
struct BurstScanTests {
    private static let favourite = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5"/></rdf:RDF></x:xmpmeta>
        """

    private let library: ScannedLibrary
    private let photoIndex: PhotoIndexDatabase

    init() throws {
        library = try ScannedLibrary()
        photoIndex = try library.photoIndex()
    }

    /// The paths of what is not stacked, after a refresh that finds what a fresh index would.
    private func standing(_ mode: RefreshMode = .full) throws -> [String] {
        _ = try photoIndex.refresh(mode, options: .trusting)
        #expect(try IndexDump.lines(photoIndex) == library.fresh())
        return try standing(in: photoIndex)
    }

    private func standing(in photoIndex: PhotoIndexDatabase) throws -> [String] {
        var options = FetchOptions()
        options.noSubtypes = .stacked
        return try photoIndex.fetch(.all, options).assets().map { String(decoding: $0.path.bytes, as: UTF8.self) }
            .sorted()
    }

    @Test("Bursts among files follow files that come, go, and get other names, folders and ratings")
    func names() async throws {
        try await onThread {
            for name in ["P_BURST001.jpg", "P_BURST002_COVER.jpg", "P_BURST003.jpg", "Q_BURST001.jpg", "plain.jpg"] {
                try library.write("a/" + name)
            }
            #expect(try standing() == ["a/P_BURST002_COVER.jpg", "a/Q_BURST001.jpg", "a/plain.jpg"])
            let quiet = try photoIndex.refresh(options: .trusting)
            #expect(quiet.changesBefore == quiet.changesAfter && quiet.report.filesRead == 0)
            try library.move("a/P_BURST002_COVER.jpg", to: "b/P_BURST002_COVER.jpg")
            #expect(try standing(.quick).contains("a/P_BURST001.jpg"))
            try library.write("a/P_BURST003.xmp", Array(Self.favourite.utf8))
            #expect(try !standing().contains("a/P_BURST001.jpg"))
            try library.move("a/P_BURST001.jpg", to: "a/kept.jpg")
            #expect(try standing(.quick).filter { $0.hasPrefix("a/") }.count == 4)
            try library.move("b/P_BURST002_COVER.jpg", to: "a/P_BURST002_COVER.jpg")
            #expect(
                try standing() == ["a/P_BURST002_COVER.jpg", "a/Q_BURST001.jpg", "a/kept.jpg", "a/plain.jpg"])
            try library.remove("a/P_BURST002_COVER.jpg")
            #expect(try standing().contains("a/P_BURST003.jpg"))
        }
    }

    @Test("Bursts among files are known by Apple's identifier, also when photos are moved without being read")
    func identifiers() async throws {
        try await onThread {
            for number in 1...4 {
                let identifier = number == 4 ? "9F9F1A3C-0000" : "2B4E1A3C-1111"
                try library.write("a/IMG_\(number).jpg", SampleMedia.jpeg(burst: identifier, padding: number))
            }
            #expect(try standing().count == 2)
            for number in 1...4 { try library.move("a/IMG_\(number).jpg", to: "b/IMG_\(number).jpg") }
            #expect(try photoIndex.refresh(options: .trusting).report.filesRead == 0)
            #expect(try standing().count == 2)
            try library.move("b/IMG_1.jpg", to: "a/IMG_1.jpg")
            #expect(try photoIndex.refresh(options: .trusting).report.filesRead == 0)
            #expect(try standing().count == 3)
        }
    }

    @Test("Bursts among files of an index that was made before it had bursts are read once more, and nothing else")
    func olderIndex() async throws {
        try await onThread {
            for name in ["a/P_BURST001.jpg", "a/P_BURST002.jpg", "a/plain.jpg", "b/other.jpg"] {
                try library.write(name)
            }
            _ = try standing()
            try photoIndex.pool.write { database in
                for statement in [
                    "DROP INDEX asset_burst", "ALTER TABLE asset DROP COLUMN burst",
                    "UPDATE asset SET kind = kind & ~65536",
                    "CREATE TEMP TABLE old AS SELECT scope, day, kind & ~65536 AS kind, sum(count) AS count FROM tally GROUP BY 1, 2, 3",
                    "DELETE FROM tally", "INSERT INTO tally SELECT * FROM old",
                    "DELETE FROM grdb_migrations WHERE identifier = '13 bursts'",
                ] {
                    try database.execute(sql: statement)
                }
            }
            let second = try library.photoIndex()
            #expect(try standing(in: second).count == 4)
            #expect(try second.refresh(.quick, options: .trusting).report.filesRead == 2)
            #expect(try standing(in: second) == ["a/P_BURST001.jpg", "a/plain.jpg", "b/other.jpg"])
            #expect(try IndexDump.lines(second) == library.fresh())
            #expect(try second.refresh(options: .trusting).report.filesRead == 0)
        }
    }
}

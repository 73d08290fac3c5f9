import Imaging
import PhotoModel
import Testing

@Suite("IPTC")
struct IPTCTests {
    private func metadata(_ dataSets: [UInt8]...) throws -> ImageMetadata {
        try MetadataFixture(iptc: dataSets.flatMap(\.self)).metadata()
    }

    @Test("gives title, keywords, caption and dates")
    func fields() throws {
        let metadata = try metadata(
            MetadataFixture.dataSet(5, "Sea "), MetadataFixture.dataSet(25, "sun"), MetadataFixture.dataSet(25, "sea"),
            MetadataFixture.dataSet(25, "sun"), MetadataFixture.dataSet(120, "On the beach"),
            MetadataFixture.dataSet(55, "20210131"), MetadataFixture.dataSet(60, "102130+0130"),
            MetadataFixture.dataSet(62, "20210201"))
        #expect(metadata.title == "Sea" && metadata.keywords == ["sun", "sea"])
        #expect(metadata.imageDescription == "On the beach")
        #expect(metadata.dateTimeOriginal == CivilTime("2021-01-31T10:21:30+01:30"))
        #expect(metadata.dateTimeDigitized == CivilTime("2021-02-01"))
    }

    @Test("is UTF-8 where that is valid, and Latin-1 elsewhere")
    func characterSets() throws {
        let marked = [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47] as [UInt8]
        #expect(try metadata(marked, MetadataFixture.dataSet(5, "Été")).title == "Été")
        #expect(try metadata(MetadataFixture.dataSet(5, "Été")).title == "Été")
        #expect(try metadata(MetadataFixture.dataSet(5, [0xC9, 0x74, 0xE9])).title == "Été")
    }

    @Test("may be cut off anywhere, or have a length that leads out of it")
    func damaged() throws {
        let whole = MetadataFixture.dataSet(5, "Sea") + MetadataFixture.dataSet(25, "sun")
        for length in 0..<whole.count { _ = try metadata(Array(whole.prefix(length))) }
        #expect(try metadata(Array(whole.dropLast())).title == "Sea")
        #expect(try metadata([0x1C, 2, 5, 0x80, 4, 0xFF, 0xFF, 0xFF, 0xFF]).title == nil)
        #expect(try metadata([0x1C, 2, 5, 0x80, 4, 0, 0, 0, 1, 0x41]).title == "A")
        #expect(try metadata(MetadataFixture.dataSet(55, "00000000")).dateTimeOriginal == nil)
    }

    @Test("has dates of a year or a month, written with zeros")
    func partialDates() throws {
        #expect(try metadata(MetadataFixture.dataSet(55, "19750000")).dateTimeOriginal == CivilTime("1975-01-01"))
        #expect(try metadata(MetadataFixture.dataSet(55, "19750700")).dateTimeOriginal == CivilTime("1975-07-01"))
        let timed = try metadata(MetadataFixture.dataSet(55, "19750000"), MetadataFixture.dataSet(60, "102130+0130"))
        #expect(timed.dateTimeOriginal == CivilTime("1975-01-01T10:21:30+01:30"))
    }

    @Test("is found after the resources of other programs of Adobe")
    func signatures() throws {
        let record = MetadataFixture.photoshop(MetadataFixture.dataSet(5, "Sea")).dropFirst(4 + 14)
        for signature in ["PHUT", "DCSR", "AgHg", "MeSa"] {
            let other = Array(signature.utf8) + [4, 4, 0, 0, 0, 0, 0, 3, 1, 2, 3, 0]
            let segment = MetadataFixture.segment(0xED, Array("Photoshop 3.0\0".utf8) + other + record)
            #expect(try MetadataFixture(others: [segment]).metadata().title == "Sea")
        }
    }

    @Test("is read from a TIFF, also in the other byte order or in Photoshop's resources")
    func tiff() throws {
        let record = MetadataFixture.dataSet(5, "Sea") + MetadataFixture.dataSet(25, "sun")
        let swapped = stride(from: 0, to: record.count, by: 4).flatMap { record[$0..<$0 + 4].reversed() }
        let resources = Array(MetadataFixture.photoshop(record).dropFirst(4 + 14))
        for (tag, bytes) in [(0x83BB, record), (0x83BB, swapped), (0x8649, resources)] as [(UInt16, [UInt8])] {
            var fixture = TIFFFixture()
            fixture.main = [(0x0100, .short(1)), (tag, .undefined(bytes))]
            let found = try ImageDecoder().metadata(of: ImageSource(bytes: fixture.block))
            #expect(found.title == "Sea" && found.keywords == ["sun"])
        }
    }

    @Test("may go on over several segments")
    func segments() throws {
        let whole = MetadataFixture.photoshop(MetadataFixture.dataSet(5, "A title that is long enough"))
        let head = 4 + 14
        let middle = head + 20
        let first = MetadataFixture.segment(0xED, Array(whole[4..<middle]))
        let second = MetadataFixture.segment(0xED, Array(whole[4..<head]) + whole[middle...])
        #expect(try MetadataFixture(others: [first, second]).metadata().title == "A title that is long enough")
    }
}

import Imaging
import Testing

@Suite("Lenses that EXIF does not name")
struct MakerNoteLensTests {
    /// A maker's note: what is before its directory, what the directory says, and what its offsets count from.
    struct Sample: CustomTestStringConvertible {
        let make: String
        let head: [UInt8]
        var isRelative = false
        /// Nil: that of the photo.
        var isBigEndian: Bool?
        let lens: String
        let entries: [(UInt16, TIFFFixture.Value)]
        /// A directory that the tag 0x2010 leads to.
        var equipment: [(UInt16, TIFFFixture.Value)] = []

        var testDescription: String { "\(make) \(String(decoding: head.prefix(9), as: UTF8.self))" }

        /// - Parameter position: of the note, in what it is in.
        func note(at position: Int, isBigEndian: Bool) -> [UInt8] {
            let writer = TIFFFixture(isBigEndian: self.isBigEndian ?? isBigEndian)
            let start = head.count + (isRelative ? 0 : position)
            guard !equipment.isEmpty else { return head + writer.directory(entries, at: start) }
            let length = writer.directory([(0x2010, .long(0))], at: start).count
            return head + writer.directory([(0x2010, .long(UInt32(start + length)))], at: start)
                + writer.directory(equipment, at: start + length)
        }
    }

    private static let olympusLens = "OLYMPUS M.14-42mm F3.5-5.6 II R"
    private static let sonyLens: [(UInt16, TIFFFixture.Value)] = [
        (0xB02A, .undefined([0x01, 0x00, 0x18, 0x00, 0x55, 0x35, 0x56, 0x02]))
    ]

    static let samples = [
        Sample(
            make: "Canon", head: [], lens: "EF-S18-55mm f/3.5-5.6 IS",
            entries: [(0x0003, .short(1)), (0x0095, .ascii("EF-S18-55mm f/3.5-5.6 IS"))]),
        Sample(
            make: "Canon", head: [], lens: "7.4-22.2mm",
            entries: [(0x0001, .shorts((0..<46).map { [23: 710, 24: 237, 25: 32][$0] ?? 0 })), (0x0095, .ascii(""))]),
        Sample(
            make: "OLYMPUS CORPORATION", head: Array("OLYMPUS\0II\u{3}\0".utf8), isRelative: true, isBigEndian: false,
            lens: olympusLens, entries: [], equipment: [(0x0203, .ascii(olympusLens))]),
        Sample(
            make: "OM Digital Solutions", head: Array("OM SYSTEM\0\0\0MM\0\u{3}".utf8), isRelative: true,
            isBigEndian: true, lens: olympusLens, entries: [], equipment: [(0x0203, .ascii(olympusLens))]),
        Sample(
            make: "OLYMPUS IMAGING CORP.", head: Array("OLYMP\0\u{1}\0".utf8), lens: olympusLens, entries: [],
            equipment: [(0x0203, .ascii(olympusLens))]),
        Sample(
            make: "Panasonic", head: Array("Panasonic\0\0\0".utf8), lens: "LUMIX G VARIO 14-45/F3.5-5.6",
            entries: [(0x0051, .ascii("LUMIX G VARIO 14-45/F3.5-5.6 "))]),
        Sample(
            make: "FUJIFILM", head: Array("FUJIFILM\u{C}\0\0\0".utf8), isRelative: true, isBigEndian: false,
            lens: "18-55mm f/2.8-4",
            entries: [
                (0x1404, .rationals([(1800, 100)])), (0x1405, .rationals([(5500, 100)])),
                (0x1406, .rationals([(280, 100)])), (0x1407, .rationals([(400, 100)])),
            ]),
        Sample(make: "SONY", head: Array("SONY DSC \0\0\0".utf8), lens: "18-55mm f/3.5-5.6", entries: sonyLens),
        Sample(make: "SONY", head: [], lens: "18-55mm f/3.5-5.6", entries: sonyLens),
        Sample(
            make: "NIKON CORPORATION", head: Array("Nikon\0\u{2}\u{10}\0\0MM\0*\0\0\0\u{8}".utf8), isRelative: true,
            isBigEndian: true, lens: "18-105mm f/3.5-5.6",
            entries: [(0x0084, .rationals([(18, 1), (105, 1), (35, 10), (56, 10)]))]),
    ].map { sample in
        // Offsets of Nikon's notes count from the structure in them.
        guard sample.make.hasPrefix("NIKON") else { return sample }
        var note = TIFFFixture(isBigEndian: true)
        note.main = sample.entries
        return Sample(
            make: sample.make, head: Array("Nikon\0\u{2}\u{10}\0\0".utf8) + note.block, lens: sample.lens, entries: [])
    }

    /// A structure with a note, `gap` bytes behind its header.
    private static func block(_ sample: Sample, isBigEndian: Bool, gap: Int = 0) -> [UInt8] {
        let build = { (position: Int) in
            var fixture = TIFFFixture(isBigEndian: isBigEndian)
            fixture.main = [(0x010F, .ascii(sample.make))]
            fixture.exif = [
                (0x829A, .rationals([(1, 250)])),
                (0x927C, .undefined(sample.note(at: position, isBigEndian: isBigEndian))),
            ]
            return fixture.placed(after: gap)
        }
        // The note is as long wherever it is, and the last of all.
        let length = sample.note(at: 0, isBigEndian: isBigEndian).count
        let whole = build(0)
        return build(whole.count - length - length % 2)
    }

    @Test("are named by the maker's note, in either byte order", arguments: samples, [false, true])
    func notes(sample: Sample, isBigEndian: Bool) throws {
        let block = Self.block(sample, isBigEndian: isBigEndian)
        #expect(try MetadataFixture(exif: block).metadata().lens == sample.lens)
        let xmp = MetadataFixture.packet(attributes: "aux:Lens='of XMP'", "")
        #expect(try MetadataFixture(exif: block, xmp: xmp).metadata().lens == "of XMP")
    }

    @Test("are named by notes in RAW files, wherever those are", arguments: samples, [0, 70_001])
    func rawFiles(sample: Sample, gap: Int) throws {
        let file = ImageSource(bytes: Self.block(sample, isBigEndian: false, gap: gap))
        #expect(try ImageDecoder().metadata(of: file).lens == sample.lens)
    }

    @Test("are not made up of notes that are cut off or damaged", arguments: samples)
    func damage(sample: Sample) throws {
        let whole = sample.note(at: 0, isBigEndian: false)
        let damaged = whole.indices.map { byte in
            var note = whole
            note[byte] = [0, 0x7F, 0xFF][byte % 3]
            return note
        }
        for note in damaged + whole.indices.map({ Array(whole.prefix($0)) }) {
            var fixture = TIFFFixture()
            fixture.main = [(0x010F, .ascii(sample.make))]
            fixture.exif = [(0x927C, .undefined(note))]
            let lens = try ImageDecoder().metadata(of: ImageSource(bytes: fixture.block)).lens ?? sample.lens
            #expect(lens.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(lens)")
            #expect(note.count == whole.count || lens == sample.lens, "\(lens)")
        }
    }

    @Test(
        "are described by EXIF's numbers, or DNG's",
        arguments: [
            ([(18, 1), (55, 1), (35, 10), (56, 10)], "18-55mm f/3.5-5.6"),
            ([(50, 1), (50, 1), (0, 0), (0, 0)], "50mm"),
            ([(35, 1), (35, 1), (14, 10), (14, 10)], "35mm f/1.4"), ([(0, 0), (0, 0), (28, 10), (0, 0)], nil),
            ([(4_294_967_295, 1), (70, 1), (28, 10), (28, 10)], "70mm f/2.8"),
            ([(200, 1), (70, 1), (4, 1), (4, 1)], nil),
            ([(24, 1), (70, 1), (28, 10)], nil),
        ] as [([(UInt32, UInt32)], String?)])
    func numbers(values: [(UInt32, UInt32)], expected: String?) throws {
        var exif = TIFFFixture()
        exif.exif = [(0xA432, .rationals(values))]
        #expect(try MetadataFixture(exif: exif.block).metadata().lens == expected)
        var dng = TIFFFixture()
        dng.main = [(0xC630, .rationals(values))]
        #expect(try MetadataFixture(exif: dng.block).metadata().lens == expected)
    }

    @Test("are none where the note says that there is none", arguments: ["N/A", "NO-LENS", " ", "None"])
    func nothing(text: String) throws {
        let sample = Sample(
            make: "Panasonic", head: Array("Panasonic\0\0\0".utf8), lens: "", entries: [(0x0051, .ascii(text))])
        #expect(try MetadataFixture(exif: Self.block(sample, isBigEndian: false)).metadata().lens == nil)
    }
}

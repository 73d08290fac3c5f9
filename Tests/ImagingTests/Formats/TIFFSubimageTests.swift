import Imaging
import PhotoModel
import Testing

@Suite("A TIFF with images beneath its first")
struct TIFFSubimageTests {
    /// A file with the name of a camera's maker and one image beneath the first.
    ///
    /// - Parameters:
    ///   - gap: between the header and the directories.
    ///   - distance: between the first directory and that beneath it.
    private func file(
        make: String = "NIKON CORPORATION", main: [(UInt16, TIFFFixture.Value)] = [],
        beneath: [(UInt16, TIFFFixture.Value)], gap: Int = 0, distance: Int = 0
    ) -> [UInt8] {
        var fixture = TIFFFixture()
        let entries = { (offset: Int) in
            (main + [(0x010F, .ascii(make)), (0x014A, .long(UInt32(offset)))]).sorted { $0.0 < $1.0 }
        }
        fixture.main = entries(0)
        let start = fixture.placed(after: gap).count + distance
        fixture.main = entries(start)
        return fixture.placed(after: gap) + [UInt8](repeating: 0, count: distance)
            + fixture.directory(beneath, at: start)
    }

    private static let smaller: [(UInt16, TIFFFixture.Value)] = [
        (0x00FE, .long(1)), (0x0100, .long(60)), (0x0103, .short(7)), (0x0106, .short(6)),
    ]
    private static let sensor: [(UInt16, TIFFFixture.Value)] = [
        (0x00FE, .long(0)), (0x0103, .short(1)), (0x0106, .short(32803)),
    ]

    private func format(_ file: [UInt8]) throws -> MediaFormat { try ImageFile(ImageSource(bytes: file)).format }

    @Test(
        "is no RAW file where these are smaller ones, for every maker of cameras",
        arguments: ["NIKON CORPORATION", "SONY", "SAMSUNG", "PENTAX", "Hasselblad"], [0, 70_000])
    func pyramid(make: String, gap: Int) throws {
        let whole = file(make: make, beneath: Self.smaller, gap: gap)
        #expect(MediaFormat.sniff(whole, filenameExtension: "tif") == .tiff)
        #expect(try format(whole) == .tiff)
    }

    @Test("is a RAW file where one is the sensor's, or the first is a smaller one", arguments: [0, 70_000])
    func raw(gap: Int) throws {
        let compressed: [(UInt16, TIFFFixture.Value)] = [(0x0103, .short(34713)), (0x0106, .short(6))]
        for beneath in [Self.sensor, compressed] {
            #expect(try format(file(beneath: beneath, gap: gap)) == .nef)
        }
        let reduced = file(main: [(0x00FE, .long(1))], beneath: [(0x0103, .short(1))], gap: gap)
        #expect(try format(reduced) == .nef)
        #expect(MediaFormat.sniff(file(beneath: Self.sensor), filenameExtension: "tif") == .nef)
    }

    @Test("is what its name says while these are beyond the bytes at hand, and then what they say")
    func distant() throws {
        let raw = file(make: "SAMSUNG", beneath: Self.sensor, distance: 70_000)
        #expect(MediaFormat.sniff(raw, filenameExtension: "srw") == .srw)
        #expect(MediaFormat.sniff(raw, filenameExtension: "tif") == .tiff)
        #expect(try format(raw) == .srw)
        #expect(try format(file(beneath: Self.smaller, distance: 70_000)) == .tiff)
    }
}

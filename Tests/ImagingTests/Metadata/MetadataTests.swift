import Imaging
import PhotoModel
import TestSupport
import Testing

@Suite("Metadata")
struct MetadataTests {
    /// Rows whose file says something else, or in another place than libexif and the XMP packet reach.
    private static let exceptions: [String: String] = [
        "jpeg/makers/exif-py__sony-powershota5.jpg": "a CIFF block, from before there was EXIF",
        "jpeg/makers/exif-py__long_description.jpg": "the manifest has the file's date, the packet the image's",
        "jpeg/makers/exif-py__olympus-d320l.jpg": "a maker's own text block, no EXIF",
        "jpeg/makers/goexif__geodegrees_as_string.jpg": "the model is in the wrong directory",
        "jpeg/makers/exif-py__Reconyx_HC500_Hyperfire.jpg": "the date is in the maker note",
        "jpeg/makers/exif-py__BlueSquare.jpg": "the date is in a list of versions",
        "jpeg/exif-quirks/exifr__iptc-independent-photographer-example.jpg": "the manifest has the file's date",
        "jpeg/exif-quirks/exifr__RangeError_Invalid_typed_array_length.jpg": "IPTC and XMP differ in the zone",
        "jpeg/exif-quirks/exifr__BonTonARTSTORplusIPTC.jpg": "the manifest has the file's date",
        "jpeg/variety/Pillow__exif_gps.jpg": "the entries overlap; libexif refuses the block",
    ]

    /// Zones that IPTC or `photoshop:DateCreated` have and EXIF, which the manifest is made of, has not.
    private static let otherZones = [
        "jpeg/large/exifr__iptc-mess.jpg": 120,
        "jpeg/gainmap-icc/libavif__seine_sdr_different_gainmap_srgb.jpg": 120,
        "jpeg/gainmap-icc/libavif__seine_sdr_gainmap_srgb.jpg": 120,
    ]

    @Test(
        "of the corpus has the manifest's date, zone, maker, model and orientation",
        .enabled(if: Corpus.isAvailable, Corpus.comment),
        arguments: Corpus.decodable("jpeg", "orientation").filter { exceptions[$0.path] == nil }
    )
    func matchesManifest(row: CorpusRow) throws {
        let metadata = try ImageDecoder().metadata(of: ImageSource(path: row.filePath))
        #expect(metadata.make ?? "" == Self.trimmed(row["make"]))
        #expect(metadata.model ?? "" == Self.trimmed(row["model"]))
        #expect(metadata.orientation.rawValue == UInt8(row["exif_orientation"]) ?? 1)
        let date = row["date_taken"]
        guard !date.isEmpty, !date.hasPrefix("0000") else { return }
        let taken = try #require(metadata.dateTimeOriginal)
        #expect(Self.text(taken) == String(date.prefix(19)))
        let zone = date.count > 19 ? String(date.dropFirst(19)) : row["date_offset"]
        #expect(taken.utcOffsetMinutes == Self.minutes(zone) ?? Self.otherZones[row.path])
    }

    @Test("of a file without any is empty")
    func empty() throws {
        let jpeg = try JPEGEncoder().encode(.waves(8, 8))
        #expect(try ImageDecoder().metadata(of: ImageSource(bytes: jpeg)) == ImageMetadata())
        let png = try PNGEncoder().encode(.waves(8, 8))
        #expect(try ImageDecoder().metadata(of: ImageSource(bytes: png)) == ImageMetadata())
    }

    @Test(
        "has the place where the image was taken",
        .enabled(if: Corpus.isAvailable, Corpus.comment)
    )
    func location() throws {
        let row = try #require(Corpus.rows.first { $0.path.hasSuffix("exif-py__DSCN0010.jpg") })
        let metadata = try ImageDecoder().metadata(of: ImageSource(path: row.filePath))
        let location = try #require(metadata.location)
        #expect(abs(location.latitude - 43.467_448) < 0.000_1 && abs(location.longitude - 11.885_127) < 0.000_1)
        #expect(metadata.receiverTime?.utcOffsetMinutes == 0 && metadata.receiverTime?.year == 2008)
        #expect(metadata.isoSpeed == 64 && metadata.fNumber == 5.9 && metadata.focalLength == 24)
        #expect(try #require(metadata.exposureTime) == 4.0 / 300)
    }

    private static func text(_ time: CivilTime) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let day = "\(time.year):\(two(time.month)):\(two(time.day))"
        return day + " \(two(time.hour)):\(two(time.minute)):\(two(time.second))"
    }

    private static func minutes(_ zone: String) -> Int? {
        if zone.isEmpty { return nil }
        if zone == "Z" { return 0 }
        let parts = zone.dropFirst().split(separator: ":").compactMap { Int($0) }
        return (parts[0] * 60 + parts[1]) * (zone.hasPrefix("-") ? -1 : 1)
    }

    private static func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }
}

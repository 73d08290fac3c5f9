internal import PhotoModel
internal import PickerHost

/// Searches a file for marks of a location. If no location is known of a file, it is sent unchanged only if it has no
/// such marks.
///
/// The file is not decoded, and what cannot be searched (compressed text) counts as a mark. A mark may occur by chance:
/// the file is then encoded again, which does no harm.
struct PlaceMarks {
    fileprivate struct Mark {
        /// In lower case if `folds` is true.
        let bytes: [UInt8]
        let folds: Bool
        /// The indexes of bytes that may be any.
        let open: Range<Int>
        /// The index of the byte that is searched for first: the first one that is not zero, since files have long runs
        /// of zeros.
        let anchor: Int

        init(_ bytes: [UInt8], folds: Bool, open: Range<Int> = 0..<0) {
            (self.bytes, self.folds, self.open) = (bytes, folds, open)
            anchor = bytes.firstIndex { $0 != 0 } ?? 0
        }
    }

    /// Names in XMP, without their prefixes, in GML, and in the metadata of videos; long enough not to occur by accident in
    /// megabytes.
    private static let names = [
        ":gpsl", ":gpsa", ":gpsd", ":gpsi", "gpscoord", ":city", ":state", ":country", ":provincestate", ":worldregion",
        ":coverage", ":coordinates", ":lat=", ":lat>", ":lon=", ":lon>", ":long=", ":long>", ":lng=", ":lng>",
        "wgs84_pos", "geo:l", "location", "latitude", "longitude", "ciadr", "geotag", "opengis.net",
    ]
    /// The entry of a TIFF directory that points to a GPS directory (tag 0x8825; LONG or IFD), in both byte orders.
    private static let pointers: [[UInt8]] = [
        [0x25, 0x88, 4, 0, 1, 0, 0, 0], [0x25, 0x88, 13, 0, 1, 0, 0, 0], [0x88, 0x25, 0, 4, 0, 0, 0, 1],
        [0x88, 0x25, 0, 13, 0, 0, 0, 1],
    ]
    /// Latitude and longitude in a GPS directory (tags 2 and 4; three RATIONALs), in both byte orders. Canon's CR3
    /// files have the directory in a box of its own, to which no entry points. BigTIFF counts in eight bytes.
    private static let places: [[UInt8]] = [
        [2, 0, 5, 0, 3, 0, 0, 0], [4, 0, 5, 0, 3, 0, 0, 0], [0, 2, 0, 5, 0, 0, 0, 3], [0, 4, 0, 5, 0, 0, 0, 3],
        [0, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 3], [0, 4, 0, 5, 0, 0, 0, 0, 0, 0, 0, 3],
    ]
    /// Where the pixels of an aerial photo or a map are on the ground (GeoTIFF, also in a box of JPEG 2000): the size of
    /// a pixel, matrices, and the polynomials of satellites.
    private static let grounds =
        doubles(0x830E, 3) + doubles(0x85D8, 16) + doubles(0x8480, 16) + doubles(0x8480, 17) + doubles(0xC69C, 92)
    /// The same: any number of points, and the keys, which name the zone of the map.
    private static let groundTables = counted(0x8482, type: 12) + counted(0x87AF, type: 3)

    /// The beginning of an entry of a TIFF directory that has so many DOUBLEs, in both byte orders, with the count in
    /// four bytes and, as in BigTIFF, in eight.
    private static func doubles(_ tag: UInt16, _ count: UInt8) -> [[UInt8]] {
        let (high, low) = (UInt8(tag >> 8), UInt8(tag & 0xFF))
        return [
            [low, high, 12, 0, count, 0, 0, 0], [high, low, 0, 12, 0, 0, 0, count],
            [high, low, 0, 12, 0, 0, 0, 0, 0, 0, 0, count],
        ]
    }

    /// The beginning of an entry of a TIFF directory with this type and less than 65,536 values, in both byte orders. In
    /// BigTIFF, too: where the high bytes of the count are first, they are zeros.
    private static func counted(_ tag: UInt16, type: UInt8) -> [Mark] {
        let (high, low) = (UInt8(tag >> 8), UInt8(tag & 0xFF))
        return [
            Mark([low, high, type, 0, 0, 0, 0, 0], folds: false, open: 4..<6),
            Mark([high, low, 0, type, 0, 0, 0, 0], folds: false, open: 6..<8),
        ]
    }

    /// IPTC in an image resource of Photoshop, or alone, as in TIFF and JPEG 2000: its record begins with the version, in
    /// some TIFFs with each four bytes in the other order.
    private static let resources: [[UInt8]] = [
        Array("8BIM".utf8) + [4, 4], [0x1C, 2, 0, 0, 2, 0], [0, 0, 2, 0x1C, 0x1C],
    ]
    /// Compressed text in PNG.
    private static let compressedTexts = ["zTXt", "Raw profile type", "XML:com.adobe.xmp\0\u{1}"].map { Array($0.utf8) }
    /// A compressed box of JPEG XL.
    private static let compressedBoxes = [Array("brob".utf8)]
    /// Marks of QuickTime's and 3GPP's user data; of tracks of GoPro, Google, Sony, DJI and dash cameras; of subtitles,
    /// in which drones write where they are; and sentences of NMEA 0183.
    private static let atoms =
        [[0xA9] + Array("xyz".utf8)]
        + ["loci", "gpmd", "camm", "rtmd", "djmd", "tx3g", "gps ", "GPS ", "$GPRMC", "$GNRMC"].map { Array($0.utf8) }

    /// User data in H.264 into which camcorders write the location (AVCHD), and other things.
    private static let userData: [[UInt8]] = [
        [0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C, 0x9A, 0x66]
    ]

    private let marks: [Mark]
    /// The indexes in `marks`, by the value of a mark's byte at its anchor.
    private let byAnchor: [[Int]]
    /// How many bytes consecutive pieces of a file have in common, so that no mark is split.
    private let overlap: Int

    private init(names: [String] = PlaceMarks.names, _ exact: [[UInt8]], _ others: [Mark] = []) {
        marks = names.map { Mark(Array($0.utf8), folds: true) } + exact.map { Mark($0, folds: false) } + others
        var byAnchor = [[Int]](repeating: [], count: 256)
        for (place, mark) in marks.enumerated() {
            let anchor = mark.bytes[mark.anchor]
            byAnchor[Int(anchor)].append(place)
            let upper = mark.folds ? Self.upper(anchor) : anchor
            if upper != anchor { byAnchor[Int(upper)].append(place) }
        }
        self.byAnchor = byAnchor
        overlap = (marks.map(\.bytes.count).max() ?? 1) - 1
    }

    static let ofPhotos = PlaceMarks(pointers + places + grounds + resources, groundTables)
    static let ofPNG = PlaceMarks(pointers + places + resources + compressedTexts)
    static let ofJPEGXL = PlaceMarks(pointers + places + resources + compressedBoxes)
    /// Of a file whose format is not known: it may be any.
    static let ofAny = PlaceMarks(
        Array([pointers, places, grounds, resources, compressedTexts, compressedBoxes, atoms, userData].joined()),
        groundTables)
    static let ofVideos = PlaceMarks(pointers + places + atoms + userData)
    /// Marks within the encoded frames of a video.
    static let ofPictures = PlaceMarks(names: [], userData)

    /// Whether these bytes contain a mark.
    func areIn(_ bytes: [UInt8]) -> Bool {
        for index in bytes.indices {
            for place in byAnchor[Int(bytes[index])] {
                let mark = marks[place]
                if mark.isAt(index - mark.anchor, in: bytes) { return true }
            }
        }
        return false
    }

    /// Whether a part of a file contains a mark.
    func areIn(
        _ range: Range<Int64>, of original: OriginalFile, _ library: any PhotoReading
    ) async throws -> Bool {
        var (offset, piece) = (range.lowerBound, [UInt8]())
        while offset < range.upperBound {
            let count = Int(min(Int64(Self.pieceLength), range.upperBound - offset))
            let next = try await library.read(original.reference, offset: offset, count: count)
            if next.isEmpty { return false }
            piece = piece.suffix(overlap) + next
            if areIn(piece) { return true }
            offset += Int64(next.count)
        }
        return false
    }

    private static let pieceLength = 1 << 20

    private static func upper(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
    }
}

extension PlaceMarks.Mark {
    fileprivate func isAt(_ start: Int, in read: [UInt8]) -> Bool {
        guard start >= 0, read.count - start >= bytes.count else { return false }
        for (place, byte) in bytes.enumerated() {
            let other = read[start + place]
            let isCapital = folds && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(other)
            if byte != (isCapital ? other + 32 : other), !open.contains(place) { return false }
        }
        return true
    }
}

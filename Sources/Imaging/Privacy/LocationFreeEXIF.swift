internal import Platform

/// Removes the location from an EXIF block.
///
/// Kept data stays at its offset, because values that are not understood may contain offsets. All bytes to which no kept tag
/// points are set to zero: the values of dropped tags, and old values that editors left when they moved them.
struct LocationFreeEXIF {
    /// The tags that are dropped: GPS; maker notes, some of which contain positions and names of places (Panasonic's, Nikon's,
    /// Pentax's); XMP, IPTC and Photoshop's blocks inside EXIF; further images; the padding of Windows; the positions of maps
    /// (GeoTIFF, GDAL); and maker notes as DNG keeps them.
    private static let dropped: Set<UInt16> = [
        0x8825, 0x927C, 0x02BC, 0x83BB, 0x8649, 0x014A, 0xEA1C, 0x830E, 0x8480, 0x8482, 0x85D8, 0x87AF, 0x87B0, 0x87B1,
        0xA480, 0xC634,
    ]
    /// The GPS tags, which are dropped in every directory but that of interoperability, which uses two of the numbers itself.
    private static let gpsTags: ClosedRange<UInt16> = 0...0x1F
    private static let interoperabilityTags: Set<UInt16> = [1, 2, 0x1000, 0x1001, 0x1002]

    private enum Kind {
        case main, thumbnail, exif, interoperability
    }

    private let structure: TIFFStructure
    /// The signatures of other metadata blocks inside this one, in the order of their places; few files have any.
    private let hidden: [Range<Int>]
    private var bytes: [UInt8]
    private var kept: [Range<Int>] = [0..<8]
    /// The ranges of `kept` that are the header and directories.
    private var skeleton: [Range<Int>] = [0..<8]
    /// The ranges of GPS directories and their values.
    private var places: [Range<Int>] = []
    private var visited: Set<Int> = []
    /// How many entries were looked at. Directories may overlap, so that a small block could have millions.
    private var entryCount = 0
    /// Real blocks have fewer than 300.
    private static let mostEntries = 2_048

    /// The block without the location; nil if it cannot be read, or if the result still has a location.
    static func block(of block: [UInt8]) -> [UInt8]? {
        guard let structure = TIFFStructure(ByteView(block)) else { return nil }
        var copy = LocationFreeEXIF(structure: structure, bytes: block)
        guard copy.keep(.main, at: structure.firstDirectoryOffset), copy.entryCount <= mostEntries else { return nil }
        let result = copy.withoutTheRest()
        guard EXIFMetadataReader(result)?.metadata().location == nil else { return nil }
        return result
    }

    private init(structure: TIFFStructure, bytes: [UInt8]) {
        self.structure = structure
        self.bytes = bytes
        hidden = structure.bytes.metadataSignatures
    }

    /// Rewrites a directory with only the tags that are kept, and keeps their values. False if there is no directory, or nothing in it
    /// is kept: readers take one without entries for damage.
    private mutating func keep(_ kind: Kind, at offset: Int) -> Bool {
        guard visited.insert(offset).inserted, let directory = structure.directory(at: offset) else { return false }
        var entries: [Int] = []
        for entry in directory.entries where keepsEntry(at: entry, kind, directory) { entries.append(entry) }
        guard !entries.isEmpty else { return false }
        var next = 0
        if kind == .main, let offset = directory.nextOffset, keep(.thumbnail, at: offset) { next = offset }
        write(entries, directory, next: next)
        return true
    }

    private mutating func keepsEntry(at entry: Int, _ kind: Kind, _ directory: TIFFDirectory) -> Bool {
        entryCount += 1
        guard entryCount <= Self.mostEntries, let tag = structure.uint16(at: entry) else { return false }
        if tag == TIFFDirectory.Tag.gpsDirectory.rawValue { notePlace(at: entry) }
        guard isKept(tag, kind),
            let value = directory.valueRange(ofEntryAt: entry),
            structure.bytes.slice(at: value.offset, length: value.length) != nil,
            !hidesMetadata(value.offset..<value.offset + value.length), keepsTarget(of: tag, at: entry, directory)
        else { return false }
        if value.length > 4 { kept.append(value.offset..<value.offset + value.length) }
        return true
    }

    /// Keeps what an entry points to. False if that cannot be kept.
    private mutating func keepsTarget(of tag: UInt16, at entry: Int, _ directory: TIFFDirectory) -> Bool {
        switch TIFFDirectory.Tag(rawValue: tag) {
        case .exifDirectory: keepsDirectory(.exif, at: entry)
        case .interoperability: keepsDirectory(.interoperability, at: entry)
        case .thumbnailOffset, .thumbnailLength: keepThumbnail(directory)
        case .stripOffsets: keepStrip(directory)
        default: true
        }
    }

    private mutating func keepsDirectory(_ kind: Kind, at entry: Int) -> Bool {
        guard let offset = structure.uint32(at: entry + 8) else { return false }
        return keep(kind, at: Int(offset))
    }

    private func isKept(_ tag: UInt16, _ kind: Kind) -> Bool {
        if kind == .interoperability { return Self.interoperabilityTags.contains(tag) }
        // No reader looks for one there; and of thousands, each inside the other, all would be on the stack.
        if kind == .exif, tag == TIFFDirectory.Tag.exifDirectory.rawValue { return false }
        return !Self.dropped.contains(tag) && !Self.gpsTags.contains(tag)
    }

    /// Whether another metadata block begins in these bytes.
    private func hidesMetadata(_ range: Range<Int>) -> Bool {
        let first = hidden.partitioningIndex { $0.lowerBound >= range.lowerBound }
        return first < hidden.count && hidden[first].upperBound <= range.upperBound
    }

    private mutating func keepThumbnail(_ directory: TIFFDirectory) -> Bool {
        guard let offset = directory.integer(.thumbnailOffset), let length = directory.integer(.thumbnailLength),
            structure.bytes.slice(at: offset, length: length) != nil, !hidesMetadata(offset..<offset + length)
        else { return false }
        kept.append(offset..<offset + length)
        return true
    }

    /// Keeps an uncompressed thumbnail that consists of one strip, as nearly all do.
    private mutating func keepStrip(_ directory: TIFFDirectory) -> Bool {
        // The values of more are elsewhere: what is in the entries says where.
        let isOne = [.stripOffsets, .stripByteCounts].allSatisfy { (directory.valueRange($0)?.length ?? .max) <= 4 }
        guard isOne, let offset = directory.integer(.stripOffsets), let length = directory.integer(.stripByteCounts),
            structure.bytes.slice(at: offset, length: length) != nil, !hidesMetadata(offset..<offset + length)
        else { return false }
        kept.append(offset..<offset + length)
        return true
    }

    private mutating func write(_ entries: [Int], _ directory: TIFFDirectory, next: Int) {
        var written = number(entries.count, length: 2)
        for entry in entries { written += structure.bytes.slice(at: entry, length: 12)?.bytes ?? [] }
        written += number(next, length: 4)
        let range = directory.offset..<min(directory.offset + written.count, bytes.count)
        bytes.replaceSubrange(range, with: written.prefix(range.count))
        kept.append(range)
        skeleton.append(range)
    }

    private func number(_ value: Int, length: Int) -> [UInt8] {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        return structure.isLittleEndian ? bytes : bytes.reversed()
    }

    /// Records where a GPS directory and its values are, because in damaged blocks the values of kept tags may overlap them.
    private mutating func notePlace(at entry: Int) {
        let tagLimit = 64  // There are 32.
        guard let offset = structure.uint32(at: entry + 8), let gps = structure.directory(at: Int(offset)) else {
            return
        }
        places.append(gps.offset..<min(gps.offset + 2 + gps.entryCount * 12 + 4, bytes.count))
        for entry in gps.entries.prefix(tagLimit) {
            guard let value = gps.valueRange(ofEntryAt: entry),
                structure.bytes.slice(at: value.offset, length: value.length) != nil
            else { continue }
            places.append(value.offset..<value.offset + value.length)
        }
    }

    private func withoutTheRest() -> [UInt8] {
        var result = [UInt8](repeating: 0, count: kept.map(\.upperBound).max() ?? 0)
        for range in kept { result.replaceSubrange(range, with: bytes[range]) }
        for range in places {
            let inside = range.clamped(to: 0..<result.count)
            result.replaceSubrange(inside, with: repeatElement(0, count: inside.count))
        }
        for range in skeleton { result.replaceSubrange(range, with: bytes[range]) }
        return result
    }
}

/// An EXIF block made from the directories of a TIFF or BigTIFF file: the first one, EXIF's and GPS's, wherever they and their
/// values are in the file. Values that are too long to be shown are left out. Tags of EXIF that are in the first
/// directory, where Android's DngCreator writes them, are moved to that of EXIF.
struct GatheredEXIF {
    /// The longest block that libexif reads.
    static let longestBlock = 60_000
    private static let longestValue = 16 << 10
    /// Directories of cameras have about a hundred.
    private static let entryLimit = 512
    private static let entryLength = 12
    private static let bigEntryLength = 20
    private static let pointers = [TIFFDirectory.Tag.exifDirectory.rawValue, TIFFDirectory.Tag.gpsDirectory.rawValue]

    /// Tags that point to what is not in the block: images, and directories that are not read.
    private static let leftOut: Set<UInt16> = [
        TIFFDirectory.Tag.stripOffsets.rawValue, TIFFDirectory.Tag.stripByteCounts.rawValue,
        TIFFDirectory.Tag.subIFDs.rawValue, TIFFDirectory.Tag.thumbnailOffset.rawValue,
        TIFFDirectory.Tag.thumbnailLength.rawValue, TIFFDirectory.Tag.interoperability.rawValue,
    ]

    /// Tags of the first directory that describe the photo, not how its image is stored in this file: texts, camera,
    /// orientation, resolution, dates, ratings, the lens, and what Windows writes.
    private static let ofPhotos: Set<UInt16> = [
        0x010D, 0x010E, 0x010F, 0x0110, 0x0112, 0x011A, 0x011B, 0x0128, 0x0131, 0x0132, 0x013B, 0x013C, 0x4746, 0x4749,
        0x8298, 0x9C9B, 0x9C9C, 0x9C9D, 0x9C9E, 0x9C9F, TIFFDirectory.Tag.dngLens.rawValue,
        TIFFDirectory.Tag.exifDirectory.rawValue, TIFFDirectory.Tag.gpsDirectory.rawValue,
    ]

    private(set) var block: [UInt8]
    /// The ranges of the values of the first directory's tags in the file.
    private(set) var places: [UInt16: Range<Int>] = [:]

    /// The range of the maker note in the file. It is left out of the block, because its offsets count from the
    /// beginning of the file.
    private(set) var foreignNote: Range<Int>?

    private var window: SourceWindow
    let isLittleEndian: Bool
    /// Whether it is a BigTIFF, whose counts and offsets have eight bytes.
    private let isBig: Bool

    /// Gathers the directories of a file.
    ///
    /// Nil if there is no first directory.
    ///
    /// - Parameter isForOtherImages: whether to leave out what is true only of this file's image.
    init?(_ window: SourceWindow, isForOtherImages: Bool = false) throws(ImagingError) {
        self.init(structure: window)
        guard let main = try gatherFirst() else { return nil }
        places = Dictionary(main.map { ($0.tag, $0.place) }) { first, _ in first }
        var inner: [UInt16: [Entry]] = [:]
        for entry in main where Self.pointers.contains(entry.tag) {
            inner[entry.tag] = try gather(at: entry.target)
        }
        assemble(main, inner, isForOtherImages)
    }

    /// Gathers directories that are the first ones of structures of their own, in which offsets count from their own beginning.
    ///
    /// Nil if there is no first directory. Structures with another byte order than that one are left out.
    init?(
        _ window: SourceWindow, exif: SourceWindow?, gps: SourceWindow?, isForOtherImages: Bool
    ) throws(ImagingError) {
        self.init(structure: window)
        guard var main = try gatherFirst() else { return nil }
        main.removeAll { Self.pointers.contains($0.tag) }
        var inner: [UInt16: [Entry]] = [:]
        let structures: [(TIFFDirectory.Tag, SourceWindow?)] = [(.exifDirectory, exif), (.gpsDirectory, gps)]
        for (tag, structure) in structures {
            guard let structure, structure.head.has("II", at: 0) == isLittleEndian else { continue }
            self.window = structure
            guard let entries = try gatherFirst() else { continue }
            inner[tag.rawValue] = entries
            main.append(pointer(tag.rawValue))
        }
        assemble(main.sorted { $0.tag < $1.tag }, inner, isForOtherImages)
    }

    /// Begins the block. The magic numbers of Olympus, Panasonic and BigTIFF are replaced by TIFF's. Nil if there is no byte order.
    private init?(structure window: SourceWindow) {
        let head = window.head
        self.window = window
        isLittleEndian = head.has("II", at: 0)
        isBig = TIFFCodec.isBig(head)
        block = Array(head.bytes.prefix(2)) + (isLittleEndian ? [42, 0, 8, 0, 0, 0] : [0, 42, 0, 0, 0, 8])
        guard isLittleEndian || head.has("MM", at: 0) else { return nil }
    }

    private mutating func assemble(_ main: [Entry], _ directories: [UInt16: [Entry]], _ isForOtherImages: Bool) {
        var inner = directories
        var kept = main.filter { !Self.pointers.contains($0.tag) || directories[$0.tag] != nil }
        moveExposure(from: &kept, to: &inner[TIFFDirectory.Tag.exifDirectory.rawValue])
        if isForOtherImages { kept.removeAll { !Self.ofPhotos.contains($0.tag) } }
        for (tag, position) in write(kept) {
            guard let entries = inner.removeValue(forKey: tag) else { continue }
            patch(position, with: block.count)
            _ = write(entries.filter { !Self.pointers.contains($0.tag) })
        }
    }

    /// Does the same for a block that is longer than libexif, or a JPEG, allows.
    static func block(of block: [UInt8], isForOtherImages: Bool = false) -> [UInt8]? {
        guard let window = try? SourceWindow(ImageSource(bytes: block)) else { return nil }
        return (try? GatheredEXIF(window, isForOtherImages: isForOtherImages))?.block
    }

    private struct Entry {
        let tag: UInt16
        let raw: [UInt8]
        /// The range in the file.
        let place: Range<Int>
        /// Nil if it is in the entry itself.
        let value: [UInt8]?
        /// Whether it is complete and short enough to be kept.
        let isKept: Bool
        /// The offset of the directory to which it points, if it is a pointer.
        var target = 0
    }

    /// Whether a tag belongs into the directory of EXIF (EXIF 3.0, section 4.6.6).
    private static func isOfEXIF(_ tag: UInt16) -> Bool {
        switch tag {
        case 0x829A, 0x829D, 0x8822, 0x8824, 0x8827, 0x8830...0x8835, 0x9000...0x92FF, 0xA300...0xA4FF: true
        default: false
        }
    }

    private func moveExposure(from main: inout [Entry], to exif: inout [Entry]?) {
        let known = Set(exif?.map(\.tag) ?? [])
        let moved = main.filter { Self.isOfEXIF($0.tag) && !known.contains($0.tag) }
        main.removeAll { Self.isOfEXIF($0.tag) }
        guard !moved.isEmpty else { return }
        if exif == nil { main.append(pointer(TIFFDirectory.Tag.exifDirectory.rawValue)) }
        exif = ((exif ?? []) + moved).sorted { $0.tag < $1.tag }
        main.sort { $0.tag < $1.tag }
    }

    /// An entry that points to a directory; its offset is filled in later.
    private func pointer(_ tag: UInt16) -> Entry {
        let raw = bytes(Int(tag), length: 2) + bytes(4, length: 2) + bytes(1, length: 4) + [0, 0, 0, 0]
        return Entry(tag: tag, raw: raw, place: 0..<0, value: nil, isKept: true)
    }

    private mutating func gatherFirst() throws(ImagingError) -> [Entry]? {
        try gather(at: isBig ? number(window.head, at: 8, length: 8) : number(window.head, at: 4, length: 4))
    }

    /// Reads the entries of a directory and their values; nil when there is none.
    private mutating func gather(at offset: Int) throws(ImagingError) -> [Entry]? {
        guard offset >= 8 else { return nil }
        let (countLength, length) = isBig ? (8, Self.bigEntryLength) : (2, Self.entryLength)
        let head = try window.view(at: offset, count: countLength)
        let count = min(number(head, at: 0, length: countLength), Self.entryLimit)
        guard count > 0 else { return nil }
        let bytes = try window.view(at: offset + countLength, count: count * length)
        guard bytes.count == count * length else { return nil }
        var entries: [Entry] = []
        for index in 0..<count {
            let raw = Array(bytes.bytes.dropFirst(index * length).prefix(length))
            if let entry = try entry(raw, at: offset + countLength + index * length) { entries.append(entry) }
        }
        return entries
    }

    /// - Parameter offset: where the entry is in the file.
    private mutating func entry(_ raw: [UInt8], at offset: Int) throws(ImagingError) -> Entry? {
        let (view, width) = (ByteView(raw), isBig ? 8 : 4)
        let (tag, type) = (UInt16(number(view, at: 0, length: 2)), number(view, at: 2, length: 2))
        let inside = 4 + width
        if Self.pointers.contains(tag) {
            var entry = pointer(tag)
            // LONG and IFD, or else what BigTIFF has in their place.
            entry.target = number(view, at: inside, length: [4, 13].contains(type) ? 4 : width)
            return entry
        }
        guard let size = TIFFStructure.size(ofType: type) else { return nil }
        let count = number(view, at: 4, length: width)
        let (length, overflows) = count.multipliedReportingOverflow(by: size)
        let start = length <= width ? offset + inside : number(view, at: inside, length: width)
        guard !overflows, start <= window.source.byteCount, length <= Int.max - start else { return nil }
        let head = Array(raw.prefix(4)) + bytes(count, length: 4)
        if length > 4 { return try entry(tag, head, at: start..<start + length) }
        let whole = head + Array(raw[inside..<inside + 4])
        return Entry(tag: tag, raw: whole, place: start..<start + length, value: nil, isKept: true)
    }

    /// An entry whose values are not in its last four bytes.
    private mutating func entry(
        _ tag: UInt16, _ head: [UInt8], at place: Range<Int>
    ) throws(ImagingError) -> Entry {
        let isShort = place.count <= Self.longestValue
        let value = isShort ? Array(try window.view(at: place.lowerBound, count: place.count).bytes) : []
        // Offsets in the notes of other makers count from the beginning of the file.
        let isForeign = tag == TIFFDirectory.Tag.makerNote.rawValue && AppleMakerNote(ByteView(value)) == nil
        if isForeign { foreignNote = place }
        return Entry(
            tag: tag, raw: head + [0, 0, 0, 0], place: place, value: value,
            isKept: value.count == place.count && !isForeign)
    }

    /// Appends a directory and its values to the block, as far as there is room.
    ///
    /// - Returns: the positions in the block of the last four bytes of each tag's entry.
    private mutating func write(_ entries: [Entry]) -> [(tag: UInt16, position: Int)] {
        let kept = fitting(entries)
        let start = block.count
        var values = start + 2 + kept.count * Self.entryLength + 4
        block += bytes(kept.count, length: 2)
        for entry in kept {
            guard let value = entry.value else {
                block += entry.raw
                continue
            }
            block += entry.raw.prefix(8) + bytes(values, length: 4)
            values += value.count + value.count % 2
        }
        block += [0, 0, 0, 0]
        for value in kept.compactMap(\.value) { block += value + [UInt8](repeating: 0, count: value.count % 2) }
        return kept.enumerated().map { ($1.tag, start + 2 + $0 * Self.entryLength + 8) }
    }

    private func fitting(_ entries: [Entry]) -> [Entry] {
        var length = block.count + 6
        return entries.filter { entry in
            let more = Self.entryLength + (entry.value.map { $0.count + $0.count % 2 } ?? 0)
            guard entry.isKept, !Self.leftOut.contains(entry.tag), length + more <= Self.longestBlock else {
                return false
            }
            length += more
            return true
        }
    }

    private mutating func patch(_ position: Int, with offset: Int) {
        block.replaceSubrange(position..<position + 4, with: bytes(offset, length: 4))
    }

    private func bytes(_ number: Int, length: Int) -> [UInt8] {
        let little = (0..<length).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        return isLittleEndian ? little : little.reversed()
    }

    /// 0 if the bytes are not there, or the number is larger than any file needs.
    private func number(_ view: ByteView, at offset: Int, length: Int) -> Int {
        var number: UInt64 = 0
        for index in 0..<length {
            guard let byte = view.byte(at: offset + (isLittleEndian ? length - 1 - index : index)) else { return 0 }
            number = number << 8 | UInt64(byte)
        }
        return Int(exactly: number) ?? 0
    }
}

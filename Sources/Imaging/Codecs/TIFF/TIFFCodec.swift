/// TIFF and the RAW formats built on it: what is said of their images. Pixels need a codec that decodes them.
package struct TIFFCodec: ImageCodec {
    package let formats: [MediaFormat] = [
        .tiff, .dng, .cr2, .nef, .arw, .orf, .rw2, .pef, .srw, .threeFR, .iiq, .erf, .dcr, .mef,
    ]

    package init() {}

    package func sniff(_ head: FileHead) -> MediaFormat? {
        Self.sniff(head.view, filenameExtension: head.filenameExtension)
    }

    /// The tags that tell RAW files from others may be anywhere.
    package func refined(_ format: MediaFormat, of source: ImageSource) -> MediaFormat {
        guard format == .tiff, let window = try? SourceWindow(source),
            let head = window.head.slice(upTo: MediaFormat.signatureLength, at: 0).flatMap({ TIFFStructure($0) }),
            head.directory(at: head.firstDirectoryOffset) == nil, let gathered = try? GatheredEXIF(window)
        else { return format }
        if gathered.places[TIFFDirectory.Tag.dngVersion.rawValue] != nil { return .dng }
        let main = EXIFBlock(gathered.block)?.main
        let hasSubimages = gathered.places[TIFFDirectory.Tag.subIFDs.rawValue] != nil
        return Self.rawFormat(
            make: main?.string(.make), hasSubimages: hasSubimages, isOfSensor: main.map(Self.isOfSensor) ?? false,
            filenameExtension: nil) ?? format
    }

    package func support(for format: MediaFormat) -> FormatSupport {
        FormatSupport(readsHeader: false, readsMetadata: true, decodesPixels: false)
    }

    package func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        try metadataSources(file).metadata(file.source)
    }

    /// None: the whole file is the block.
    package func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? { nil }

    /// The directories make an EXIF block, wherever in the file they are; XMP and IPTC are in tags.
    private func metadataSources(_ file: ImageFile) throws(ImagingError) -> MetadataSources {
        guard !Self.isBig(file.window.head), let gathered = try GatheredEXIF(file.window) else {
            return MetadataSources()
        }
        var sources = MetadataSources(exif: gathered.block)
        sources.makerNote = try makerNote(gathered, file.source)
        sources.xmp = try value(of: .xmp, gathered, file.source).map { XMPPacket($0) }
        sources.iptc = try value(of: .iptc, gathered, file.source).map { IPTCRecord(ByteView($0)) }
        return sources
    }

    /// Read where there is no other name of the lens.
    private func makerNote(
        _ gathered: GatheredEXIF, _ source: ImageSource
    ) throws(ImagingError) -> MakerNote? {
        guard let range = gathered.foreignNote, EXIFBlock(gathered.block)?.namesLens != true else { return nil }
        let bytes = try source.read(at: range.lowerBound, count: min(range.count, MakerNote.byteLimit))
        return MakerNote(
            bytes: ByteView(bytes), offset: range.lowerBound, isLittleEndian: gathered.isLittleEndian)
    }

    private func value(
        of tag: TIFFDirectory.Tag, _ gathered: GatheredEXIF, _ source: ImageSource
    ) throws(ImagingError) -> [UInt8]? {
        guard let range = gathered.places[tag.rawValue], range.count <= XMLDocument.byteLimit else { return nil }
        return try source.read(at: range.lowerBound, count: range.count)
    }
}

extension TIFFCodec {
    /// Olympus and Panasonic changed TIFF's magic number, Canon and Phase One put their own after it; the others are told
    /// apart by their tags.
    private static func sniff(_ bytes: ByteView, filenameExtension: String?) -> MediaFormat? {
        if bytes.has("IIRO", at: 0) || bytes.has("IIRS", at: 0) || bytes.has("MMOR", at: 0) { return .orf }
        if bytes.starts(with: [0x49, 0x49, 0x55, 0x00]) { return .rw2 }
        if isBig(bytes) { return .tiff }
        guard let structure = TIFFStructure(bytes) else { return nil }
        if bytes.has("CR", at: 8), bytes.byte(at: 10) == 2 { return .cr2 }
        if bytes.has("IIII", at: 8) || bytes.has("MMMM", at: 8) { return .iiq }
        guard let directory = structure.directory(at: structure.firstDirectoryOffset) else {
            return named(filenameExtension) ?? .tiff  // The tags are beyond the bytes at hand.
        }
        if directory.contains(.dngVersion) { return .dng }
        return rawFormat(
            make: directory.string(.make), hasSubimages: directory.contains(.subIFDs),
            isOfSensor: isOfSensor(directory), filenameExtension: filenameExtension
        ) ?? .tiff
    }

    /// Whether the bytes begin a BigTIFF, whose offsets have eight bytes.
    private static func isBig(_ bytes: ByteView) -> Bool {
        bytes.starts(with: [0x49, 0x49, 43, 0, 8, 0, 0, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 43, 0, 8, 0, 0])
    }

    /// Whether a directory's image is what the sensor saw: by the kind of its colours (a colour filter array, linear RAW), or
    /// by a compression that cameras of Pentax and Kodak alone have.
    private static func isOfSensor(_ directory: TIFFDirectory) -> Bool {
        if let kind = directory.integer(.photometric), [32803, 34892].contains(kind) { return true }
        return directory.integer(.compression).map { [65535, 65000].contains($0) } ?? false
    }

    private static func rawFormat(
        make: String?, hasSubimages: Bool, isOfSensor: Bool, filenameExtension: String?
    ) -> MediaFormat? {
        // A plain TIFF from a scanner or an editor may carry a camera's name too, but no sub-images.
        guard hasSubimages || isOfSensor else { return nil }
        guard let make = make?.uppercased() else { return named(filenameExtension) }
        return makes.first { make.hasPrefix($0.name) }?.format ?? (isOfSensor ? named(filenameExtension) : nil)
    }

    /// What the names of makers begin with, as their cameras write them.
    private static let makes: [(name: String, format: MediaFormat)] = [
        ("NIKON", .nef), ("SONY", .arw), ("PENTAX", .pef), ("RICOH", .pef), ("ASAHI", .pef), ("SAMSUNG", .srw),
        ("HASSELBLAD", .threeFR), ("PHASE ONE", .iiq), ("LEAF", .iiq), ("SEIKO EPSON", .erf), ("EPSON", .erf),
        ("KODAK", .dcr), ("EASTMAN KODAK", .dcr), ("MAMIYA", .mef),
    ]

    private static func named(_ filenameExtension: String?) -> MediaFormat? {
        switch filenameExtension {
        case "nrw": .nef
        case "sr2", "srf": .arw
        case "kdc": .dcr
        case let name?: MediaFormat(rawValue: name).flatMap { $0.kind == .raw && isBuiltOnTIFF($0) ? $0 : nil }
        case nil: nil
        }
    }

    private static func isBuiltOnTIFF(_ format: MediaFormat) -> Bool { TIFFCodec().formats.contains(format) }
}

/// TIFF and the RAW formats built on it: what is said of their images. Pixels need a codec that decodes them.
package struct TIFFCodec: ImageCodec {
    package let formats: [MediaFormat] = [.tiff, .dng, .cr2, .nef, .arw, .orf, .rw2]

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
        let make = EXIFBlock(gathered.block)?.main.string(.make)
        let hasSubimages = gathered.places[TIFFDirectory.Tag.subIFDs.rawValue] != nil
        return Self.rawFormat(make: make, hasSubimages: hasSubimages, filenameExtension: nil) ?? format
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
        guard let gathered = try GatheredEXIF(file.window) else { return MetadataSources() }
        var sources = MetadataSources(exif: gathered.block)
        sources.xmp = try value(of: .xmp, gathered, file.source).map { XMPPacket($0) }
        sources.iptc = try value(of: .iptc, gathered, file.source).map { IPTCRecord(ByteView($0)) }
        return sources
    }

    private func value(
        of tag: TIFFDirectory.Tag, _ gathered: GatheredEXIF, _ source: ImageSource
    ) throws(ImagingError) -> [UInt8]? {
        guard let range = gathered.places[tag.rawValue], range.count <= XMLDocument.byteLimit else { return nil }
        return try source.read(at: range.lowerBound, count: range.count)
    }
}

extension TIFFCodec {
    /// Olympus and Panasonic changed TIFF's magic number and Canon put its own after it; the others are told apart by
    /// their tags.
    private static func sniff(_ bytes: ByteView, filenameExtension: String?) -> MediaFormat? {
        if bytes.has("IIRO", at: 0) || bytes.has("IIRS", at: 0) || bytes.has("MMOR", at: 0) { return .orf }
        if bytes.starts(with: [0x49, 0x49, 0x55, 0x00]) { return .rw2 }
        guard let structure = TIFFStructure(bytes) else { return nil }
        if bytes.has("CR", at: 8), bytes.byte(at: 10) == 2 { return .cr2 }
        guard let directory = structure.directory(at: structure.firstDirectoryOffset) else {
            return named(filenameExtension) ?? .tiff  // The tags are beyond the bytes at hand.
        }
        if directory.contains(.dngVersion) { return .dng }
        return rawFormat(
            make: directory.string(.make), hasSubimages: directory.contains(.subIFDs),
            filenameExtension: filenameExtension
        ) ?? .tiff
    }

    private static func rawFormat(make: String?, hasSubimages: Bool, filenameExtension: String?) -> MediaFormat? {
        // A plain TIFF from a scanner or an editor may carry a camera's name too, but no sub-images.
        guard let make = make?.uppercased() else {
            return hasSubimages ? named(filenameExtension) : nil
        }
        if make.hasPrefix("NIKON"), hasSubimages { return .nef }
        if make.hasPrefix("SONY"), hasSubimages { return .arw }
        return nil
    }

    private static func named(_ filenameExtension: String?) -> MediaFormat? {
        switch filenameExtension {
        case "dng": .dng
        case "cr2": .cr2
        case "nef", "nrw": .nef
        case "arw", "sr2", "srf": .arw
        case "orf": .orf
        case "rw2": .rw2
        default: nil
        }
    }
}

extension ImageDecoder {
    /// Reads EXIF, XMP and IPTC: the blocks of JPEG, PNG, WebP and HEIF, TIFF, and the RAW formats that are built on TIFF.
    ///
    /// Damaged metadata is read as far as it makes sense; it is not an error.
    ///
    /// - Throws: `unsupportedFormat` for other formats, `corrupt` when the image's own structure is broken, `io`.
    public func metadata(of source: ImageSource) throws(ImagingError) -> ImageMetadata {
        let window = try SourceWindow(source)
        let format = try Self.format(window)
        if [.heic, .heif, .avif].contains(format) { return try HEIFFile(window).metadata() }
        if let codec = codec(for: format) { return try codec.metadata(of: source) }
        return try Self.metadataSources(window).metadata(source)
    }

    static func metadataSources(_ window: SourceWindow) throws(ImagingError) -> MetadataSources {
        switch try format(window) {
        case .jpeg: return try metadataSources(try JPEGStructureReader.read(window), window.source)
        case .png:
            let reader = PNGMetadataReader(structure: try PNGStructureReader.read(window), source: window.source)
            return MetadataSources(
                exif: try reader.exif(), xmp: try reader.xmp(), iptc: try reader.iptc(),
                software: try reader.software())
        case .webp:
            let structure = try WebPStructure.read(window)
            return MetadataSources(
                exif: try WebPStructure.read(structure.exif, window.source),
                xmp: try WebPStructure.read(structure.xmp, window.source).map { XMPPacket($0) })
        case .tiff, .dng, .cr2, .nef, .arw, .orf, .rw2: return try tiffMetadataSources(window)
        case let other: throw .unsupportedFormat("the metadata of \(name(other))")
        }
    }

    private static func metadataSources(
        _ structure: JPEGStructure, _ source: ImageSource
    ) throws(ImagingError) -> MetadataSources {
        var sources = MetadataSources()
        if let block = structure.exif { sources.exif = try source.read(at: block.offset, count: block.length) }
        if let block = structure.xmp {
            sources.xmp = XMPPacket(try source.read(at: block.offset, count: block.length))
        }
        if let identifier = sources.xmp?.text(.hasExtendedXMP) {
            sources.extendedXMP = try structure.extendedXMP(identifier, source).map { XMPPacket($0) }
        }
        sources.iptc = try structure.iptc(source)
        sources.hasGainMap = structure.hasGainMap
        return sources
    }

    /// The first bytes of the file are an EXIF block; XMP and IPTC stand in tags, and may lie anywhere.
    private static func tiffMetadataSources(_ window: SourceWindow) throws(ImagingError) -> MetadataSources {
        let block = tiffBlock(window)
        var sources = MetadataSources(exif: block)
        guard let main = EXIFBlock(block)?.main else { return sources }
        sources.xmp = try value(of: .xmp, in: main, window.source).map { XMPPacket($0) }
        sources.iptc = try value(of: .iptc, in: main, window.source).map { IPTCRecord(ByteView($0)) }
        return sources
    }

    private static func value(
        of tag: TIFFDirectory.Tag, in directory: TIFFDirectory, _ source: ImageSource
    ) throws(ImagingError) -> [UInt8]? {
        guard let range = directory.valueRange(tag), range.length <= XMLDocument.byteLimit else { return nil }
        return try source.read(at: range.offset, count: range.length)
    }

    /// The first bytes of a file that is a TIFF structure itself. Olympus and Panasonic wrote their own magic number,
    /// which is set right.
    private static func tiffBlock(_ window: SourceWindow) -> [UInt8] {
        var bytes = Array(window.head.bytes)
        guard bytes.count > 4 else { return bytes }
        let isLittleEndian = bytes[0] == UInt8(ascii: "I")
        bytes[2] = isLittleEndian ? 42 : 0
        bytes[3] = isLittleEndian ? 0 : 42
        return bytes
    }
}

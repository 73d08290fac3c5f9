extension ImageDecoder {
    /// Reads EXIF with libexif: the blocks of JPEG, PNG and WebP, TIFF, and the RAW formats that are built on TIFF. XMP
    /// fills in the orientation and the date where EXIF has none.
    ///
    /// Damaged metadata is read as far as it makes sense; it is not an error.
    ///
    /// - Throws: `unsupportedFormat` for other formats, `corrupt` when the image's own structure is broken, `io`.
    public func metadata(of source: ImageSource) throws(ImagingError) -> ImageMetadata {
        let window = try SourceWindow(source)
        switch try Self.format(window) {
        case .jpeg:
            let structure = try JPEGStructureReader.read(window)
            let exif = try structure.exif.map { block throws(ImagingError) in
                try source.read(at: block.offset, count: block.length)
            }
            let xmp = try structure.xmp.map { block throws(ImagingError) in
                try source.read(at: block.offset, count: block.length)
            }
            return Self.metadata(exif: exif, xmp: xmp.map(XMPPacket.init))
        case .png:
            let reader = PNGMetadataReader(structure: try PNGStructureReader.read(window), source: source)
            return Self.metadata(exif: try reader.exif(), xmp: try reader.xmp())
        case .webp:
            let structure = try WebPStructure.read(window)
            let exif = try WebPStructure.read(structure.exif, source)
            return Self.metadata(exif: exif, xmp: try WebPStructure.read(structure.xmp, source).map(XMPPacket.init))
        case .tiff, .dng, .cr2, .nef, .arw, .orf, .rw2:
            return Self.metadata(exif: Self.tiffBlock(window), xmp: nil)
        case let other: throw .unsupportedFormat("the metadata of \(Self.name(other))")
        }
    }

    private static func metadata(exif: [UInt8]?, xmp: XMPPacket?) -> ImageMetadata {
        var metadata = exif.flatMap { EXIFMetadataReader($0) }?.metadata() ?? ImageMetadata()
        metadata.dateTimeOriginal =
            metadata.dateTimeOriginal ?? metadata.dateTimeDigitized ?? xmp?.dateTimeOriginal
        if exif.flatMap({ EXIFBlock($0) })?.orientation == nil {
            metadata.orientation = xmp?.orientation ?? .upright
        }
        return metadata
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

internal import PhotoModel

/// PNG, by libpng.
struct PNGCodec: ImageCodec {
    let formats: [MediaFormat] = [.png]

    func sniff(_ head: FileHead) -> MediaFormat? {
        head.view.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? .png : nil
    }

    func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        try PNGStructureReader.read(file.window).header(file.source)
    }

    func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        let reader = try metadataReader(file)
        var sources = MetadataSources(
            exif: try reader.exif(), xmp: try reader.xmp(), iptc: try reader.iptc(), software: try reader.software())
        sources.isHDR = reader.structure.color.codePoints?.isHighDynamicRange == true
        return sources.metadata(file.source)
    }

    func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? { try metadataReader(file).exif() }

    private func metadataReader(_ file: ImageFile) throws(ImagingError) -> PNGMetadataReader {
        PNGMetadataReader(structure: try PNGStructureReader.read(file.window), source: file.source)
    }

    func embeddedThumbnail(
        of file: ImageFile, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer? {
        let head = file.head
        let structure = try PNGStructureReader.read(SourceWindow(head))
        guard let block = try PNGMetadataReader(structure: structure, source: head).exif() else { return nil }
        return try EmbeddedThumbnail.upright(inEXIF: ByteView(block), cancellation) { () throws(ImagingError) in
            try header(of: file)
        }
    }

    var hasAnimations: Bool { true }

    func animation(of file: ImageFile) throws(ImagingError) -> ImageAnimation? {
        try PNGStructureReader.read(file.window).animation
    }

    func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        try PNGRenderer(file.window, request, limits, cancellation).render(cancellation)
    }
}

public import Pixels

extension ImageDecoder {
    /// The upright thumbnail that the camera embedded.
    ///
    /// Besides what `header(of:)` reads, this reads at most 64 KiB. EXIF's thumbnail, of JPEG, PNG and WebP, is decoded
    /// from the first 64 KiB of the file, which the header takes anyway. Where a JPEG has none of use there, but an
    /// index of more pictures (MPF, CIPA DC-007) that names a large thumbnail of at most 64 KiB, that one is read, at
    /// once, from where it lies.
    ///
    /// Nil when there is none, when it is broken, reaches beyond those bytes, or when its shape says that it was
    /// left behind by an editor that changed the image. Cameras put pictures of other shapes on 160x120 pixels
    /// between black bars: the bars are cut off where they are really black. A JPEG cannot stand in for an image with
    /// alpha.
    ///
    /// - Throws: As `header(of:)`.
    public func embeddedThumbnail(of source: ImageSource) throws(ImagingError) -> PixelBuffer? {
        let window = try SourceWindow(source)
        let block: [UInt8]?
        switch try Self.format(window) {
        case .jpeg: return try JPEGThumbnails(window).upright()
        case .png: block = try Self.pngBlock(Self.head(window))
        case .webp: block = try Self.webpBlock(Self.head(window))
        case let other: return try codec(for: other)?.embeddedThumbnail(of: source, limits: limits)
        }
        guard let jpeg = block.flatMap({ EXIFBlock($0) })?.thumbnail else { return nil }
        let header = try header(of: source)
        guard !header.hasAlpha else { return nil }
        return EmbeddedThumbnail(bytes: Array(jpeg.bytes), image: header).upright()
    }

    /// The file as if it ended with the bytes at hand: what walks over it reads no more of it.
    private static func head(_ window: SourceWindow) -> ImageSource {
        ImageSource(bytes: Array(window.head.bytes))
    }

    private static func pngBlock(_ head: ImageSource) throws(ImagingError) -> [UInt8]? {
        let structure = try PNGStructureReader.read(SourceWindow(head))
        return try PNGMetadataReader(structure: structure, source: head).exif()
    }

    private static func webpBlock(_ head: ImageSource) throws(ImagingError) -> [UInt8]? {
        try WebPStructure.read(WebPStructure.read(SourceWindow(head)).exif, head)
    }
}

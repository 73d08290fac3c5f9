internal import PhotoModel

/// WebP, by libwebp. Of an animation, the first frame is decoded.
struct WebPCodec: ImageCodec {
    let formats: [MediaFormat] = [.webp]

    func sniff(_ head: FileHead) -> MediaFormat? {
        head.view.has("RIFF", at: 0) && head.view.has("WEBP", at: 8) ? .webp : nil
    }

    func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        try WebPStructure.read(file.window).header(file.source)
    }

    func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        let structure = try WebPStructure.read(file.window)
        let sources = MetadataSources(
            exif: try WebPStructure.read(structure.exif, file.source),
            xmp: try WebPStructure.read(structure.xmp, file.source).map { XMPPacket($0) })
        return sources.metadata(file.source)
    }

    func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? {
        try WebPStructure.read(WebPStructure.read(file.window).exif, file.source)
    }

    var hasAnimations: Bool { true }

    func animation(of file: ImageFile) throws(ImagingError) -> ImageAnimation? {
        try WebPStructure.read(file.window).animation
    }

    func embeddedThumbnail(
        of file: ImageFile, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer? {
        let head = file.head
        guard let block = try WebPStructure.read(WebPStructure.read(SourceWindow(head)).exif, head) else { return nil }
        return try EmbeddedThumbnail.upright(inEXIF: ByteView(block), cancellation) { () throws(ImagingError) in
            try header(of: file)
        }
    }

    func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        let structure = try WebPStructure.read(file.window)
        let renderer = WholeImageRenderer(
            decoder: WebPRenderer(source: file.source, structure: structure, limits: limits),
            header: try structure.header(file.source), request: request, limits: limits)
        return try renderer.render(file.source, cancellation)
    }
}

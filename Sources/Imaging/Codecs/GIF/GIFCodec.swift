internal import PhotoModel

/// GIF, by giflib. Of an animation, the first frame is decoded.
struct GIFCodec: ImageCodec {
    let formats: [MediaFormat] = [.gif]

    func sniff(_ head: FileHead) -> MediaFormat? {
        head.view.has("GIF87a", at: 0) || head.view.has("GIF89a", at: 0) ? .gif : nil
    }

    /// Reads the size of the logical screen. Any GIF may have transparent parts; only its frames would tell.
    func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        // The screen descriptor is little-endian.
        guard let width = file.window.head.bigUInt16(at: 6)?.byteSwapped,
            let height = file.window.head.bigUInt16(at: 8)?.byteSwapped
        else { throw .corrupt("the GIF has no size") }
        var size = PixelSize(width: Int(width), height: Int(height))
        // Some programs leave out the screen's size, and browsers take that of the frame.
        if size.isEmpty, let frame = try GIFFrames.extent(file.window) {
            size = PixelSize(
                width: width > 0 ? size.width : frame.width, height: height > 0 ? size.height : frame.height)
        }
        guard !size.isEmpty else { throw .corrupt("the GIF has no size") }
        return ImageHeader(
            format: .gif, storedSize: size, orientation: .upright, hasAlpha: true, isProgressive: false,
            colorComponents: 1, bitsPerComponent: 8, hasColorProfile: false)
    }

    /// Reads XMP; there is no other metadata. The orientation is that of the header.
    func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        var sources = MetadataSources()
        sources.xmp = try GIFFrames.xmp(file.window)
        var metadata = sources.metadata(file.source)
        metadata.orientation = .upright
        return metadata
    }

    var hasAnimations: Bool { true }

    func animation(of file: ImageFile) throws(ImagingError) -> ImageAnimation? { try GIFFrames.animation(file.window) }

    func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        let header = try header(of: file)
        let renderer = WholeImageRenderer(
            decoder: GIFRenderer(source: file.source, size: header.storedSize), header: header, request: request,
            limits: limits)
        return try renderer.render(file.source, cancellation)
    }
}

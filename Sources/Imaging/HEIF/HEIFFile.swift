package import Pixels

/// A HEIF file, with what decodes its pictures: everything that a codec for these formats has to do.
package struct HEIFFile {
    /// What the first frame may read besides the header.
    private static let thumbnailLimit = 128 << 10
    /// Thumbnails are small; what claims to be larger is none.
    private static let thumbnailLimits = ImageLimits(maxPixels: 1 << 22, maxFileBytes: .max, maxMemoryBytes: 64 << 20)

    let source: ImageSource
    let format: MediaFormat
    private(set) var container: HEIFContainer

    /// - Parameter item: which of the file's images is meant; nil: the main one.
    /// - Throws: `unsupportedFormat` for files of other formats, `invalidRequest` for an item that is no image, `corrupt`,
    ///   `tooLarge`, `io`.
    package init(_ source: ImageSource, item: Int? = nil) throws(ImagingError) {
        try self.init(SourceWindow(source))
        guard let item else { return }
        guard let found = container.items[item], HEIFContainer.pictureTypes.contains(found.type) else {
            throw .invalidRequest("the file has no image with the number \(item)")
        }
        container.primaryID = item
    }

    init(_ window: SourceWindow) throws(ImagingError) {
        source = window.source
        format = try ImageDecoder.format(window)
        guard [.heic, .heif, .avif].contains(format) else { throw .unsupportedFormat(ImageDecoder.name(format)) }
        container = try HEIFContainer.read(window)
    }

    package func header() throws(ImagingError) -> ImageHeader { try container.header(format) }

    func metadata() throws(ImagingError) -> ImageMetadata {
        var metadata = try container.metadataSources(source).metadata(source)
        // EXIF's orientation tells how the camera was held; the container has turned the picture already.
        metadata.orientation = try header().orientation
        return metadata
    }

    /// As `ImageDecoder.embeddedThumbnail`: the container's, or the one in EXIF.
    package func thumbnail(
        _ decoder: any PictureDecoding, limits: ImageLimits
    ) throws(ImagingError) -> PixelBuffer? {
        let item = try container.primary()
        let header = try header()
        guard !header.hasAlpha else { return nil }
        let found = HEIFThumbnails(container, of: item, try container.view(of: item)).largest(upTo: Self.thumbnailLimit)
        if let found, let pixels = try? renderer(decoder, Self.thumbnailLimits, .never).render(found, .keep) {
            return pixels
        }
        guard let jpeg = try container.exif(of: item, source).flatMap({ EXIFBlock($0) })?.thumbnail else { return nil }
        return EmbeddedThumbnail(bytes: Array(jpeg.bytes), image: header).upright()
    }

    /// As `ImageDecoder.renderWithDiagnostics`.
    package func render(
        _ request: RenderRequest, _ decoder: any PictureDecoding, limits: ImageLimits,
        threads: DecodingThreads = .shared, isCancelled: () -> Bool
    ) throws(ImagingError) -> RenderedImage {
        let pixels = try StopCheck.with(isCancelled) { stop throws(ImagingError) in
            try renderer(decoder, limits, stop, threads).render(try container.primary(), request)
        }
        return RenderedImage(buffer: pixels, diagnostics: RenderDiagnostics())
    }

    private func renderer(
        _ decoder: any PictureDecoding, _ limits: ImageLimits, _ stop: StopCheck, _ threads: DecodingThreads = .shared
    ) -> HEIFRenderer {
        let reader = HEIFPictureReader(container: container, source: source, decoder: decoder, threads: threads)
        return HEIFRenderer(reader: reader, limits: limits, stop: stop)
    }
}

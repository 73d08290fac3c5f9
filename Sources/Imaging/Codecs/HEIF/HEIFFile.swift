package import PhotoModel

/// A HEIF file, with what decodes its images: everything that a codec for these formats has to do.
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
        try self.init(ImageFile(source), item: item)
    }

    /// - Throws: as above.
    package init(_ file: ImageFile, item: Int? = nil) throws(ImagingError) {
        guard [.heic, .heif, .avif].contains(file.format) else { throw .unsupportedFormat(file.format.title) }
        source = file.source
        format = file.format
        container = try HEIFContainer.read(file.window)
        guard let item else { return }
        guard let found = container.items[item], HEIFContainer.imageTypes.contains(found.type) else {
            throw .invalidRequest("the file has no image with the number \(item)")
        }
        container.primaryID = item
    }

    package func header() throws(ImagingError) -> ImageHeader { try container.header(format) }

    func metadata() throws(ImagingError) -> ImageMetadata {
        var metadata = try container.metadataSources(source).metadata(source)
        // EXIF's orientation says how the camera was held; the container has turned the image already.
        metadata.orientation = try header().orientation
        return metadata
    }

    /// As `ImageDecoder.exifBlock(of:)`.
    func exifBlock() throws(ImagingError) -> [UInt8]? { try container.metadataSources(source).exif }

    /// As `ImageDecoder.embeddedThumbnail`: the container's, or the one in EXIF.
    package func thumbnail(
        _ decoder: any CodedImageDecoding, limits: ImageLimits
    ) throws(ImagingError) -> PixelBuffer? {
        let item = try container.primary()
        let header = try header()
        guard !header.hasAlpha else { return nil }
        let found = HEIFThumbnails(container, of: item, try container.view(of: item)).largest(upTo: Self.thumbnailLimit)
        if let found,
            let pixels = try? renderer(decoder, Self.thumbnailLimits, .never).render(found, convertsToSRGB: false)
        {
            return pixels
        }
        guard let block = try container.exif(of: item, source) else { return nil }
        return try EmbeddedThumbnail.upright(inEXIF: ByteView(block)) { () throws(ImagingError) in header }
    }

    /// As `ImageDecoder.renderWithDiagnostics`.
    package func render(
        _ request: RenderRequest, _ decoder: any CodedImageDecoding, limits: ImageLimits,
        threads: DecodingThreads = .shared, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        let pixels = try renderer(decoder, limits, cancellation, threads).render(try container.primary(), request)
        return RenderedImage(buffer: pixels, diagnostics: RenderDiagnostics())
    }

    private func renderer(
        _ decoder: any CodedImageDecoding, _ limits: ImageLimits, _ cancellation: Cancellation,
        _ threads: DecodingThreads = .shared
    ) -> HEIFRenderer {
        let reader = HEIFImageReader(container: container, source: source, decoder: decoder, threads: threads)
        return HEIFRenderer(reader: reader, limits: limits, cancellation: cancellation)
    }
}

package import PhotoModel

/// A HEIF file together with the decoder of its images: all that a codec for these formats needs.
package struct HEIFFile {
    /// The most bytes that may be read for the first frame besides the header.
    private static let thumbnailLimit = 128 << 10
    /// Thumbnails are small; larger ones are ignored.
    private static let thumbnailLimits = ImageLimits(maxPixels: 1 << 22, maxFileBytes: .max, maxMemoryBytes: 64 << 20)

    let source: ImageSource
    let format: MediaFormat
    private(set) var container: HEIFContainer

    /// - Parameter item: the image to read, by its number in the file; nil: the main one.
    /// - Throws: `unsupportedFormat` for files of other formats, `invalidRequest` if the item is not an image,
    ///   `corrupt`, `tooLarge`, `io`.
    package init(_ source: ImageSource, item: Int? = nil) throws(ImagingError) {
        try self.init(ImageFile(source), item: item)
    }

    /// - Throws: the errors of the other initializer.
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
        // EXIF's orientation says how the camera was held, but the container has already turned the image.
        metadata.orientation = try header().orientation
        return metadata
    }

    /// Like `ImageDecoder.exifBlock(of:)`.
    func exifBlock() throws(ImagingError) -> [UInt8]? { try container.metadataSources(source).exif }

    /// Like `ImageDecoder.embeddedThumbnail`: the thumbnail of the container, or the one in EXIF.
    package func thumbnail(
        _ decoder: any CodedImageDecoding, limits: ImageLimits, cancellation: Cancellation = .never
    ) throws(ImagingError) -> PixelBuffer? {
        let item = try container.primary()
        let header = try header()
        guard !header.hasAlpha else { return nil }
        let found = HEIFThumbnails(container, of: item, try container.view(of: item)).largest(upTo: Self.thumbnailLimit)
        if let found, let pixels = try? thumbnail(found, decoder, limits, cancellation) { return pixels }
        guard let block = try container.exif(of: item, source) else { return nil }
        return try EmbeddedThumbnail.upright(inEXIF: ByteView(block), cancellation) { () throws(ImagingError) in header
        }
    }

    /// Ends after the caller's time: a thumbnail may be made of other images, which are made of others, millions in all.
    private func thumbnail(
        _ shown: HEIFShown, _ decoder: any CodedImageDecoding, _ limits: ImageLimits, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        try limits.timed(cancellation) { cancellation throws(ImagingError) in
            try renderer(decoder, Self.thumbnailLimits, cancellation).render(shown, convertsToSRGB: false)
        }
    }

    /// Like `ImageDecoder.renderWithDiagnostics`.
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

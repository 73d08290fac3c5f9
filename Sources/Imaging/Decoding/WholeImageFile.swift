public import PhotoModel

/// An image file that contains a whole photo in some size, such as the previews that servers keep ready.
public struct WholeImageFile: Sendable {
    /// The file, which is a JPEG, PNG, WebP or GIF.
    public var source: ImageSource
    /// The size of the upright, full-size photo, in whose pixels crops are given; nil: that of the file.
    public var fullSize: PixelSize?

    /// - Parameters:
    ///   - source: a JPEG, PNG, WebP or GIF file.
    ///   - fullSize: the size of the upright, full-size photo; nil: that of the file.
    public init(_ source: ImageSource, fullSize: PixelSize? = nil) {
        self.source = source
        self.fullSize = fullSize
    }

    /// Renders the requested image: upright, cropped and scaled.
    ///
    /// - Throws: as `ImageDecoder.render`; `unsupportedFormat` for files of other formats.
    public func render(
        _ options: ImageOptions, limits: ResourceLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        let decoder = ImageDecoder(limits: ImageLimits(configured: limits), codecs: .wholeImageFiles)
        try decoder.limits.check(fileBytes: source.byteCount)
        var request = RenderRequest(options)
        // A crop that is not inside the photo is passed on unchanged, so that the decoder refuses it.
        if let crop = options.crop, let fullSize, crop.isContained(in: fullSize) {
            request.crop = crop.scaled(from: fullSize, to: try decoder.header(of: source).orientedSize)
        }
        return try decoder.renderWithDiagnostics(source, request, cancellation: cancellation)
    }
}

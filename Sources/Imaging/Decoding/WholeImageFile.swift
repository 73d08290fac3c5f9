public import PhotoModel

/// An image file that shows all of an image, in a size that its maker chose, such as those that servers keep ready.
public struct WholeImageFile: Sendable {
    /// The file, of JPEG, PNG, WebP or GIF.
    public var source: ImageSource
    /// The size of the upright full image, in whose pixels a crop is given; nil: that of the file.
    public var fullSize: PixelSize?

    /// - Parameters:
    ///   - source: of JPEG, PNG, WebP or GIF.
    ///   - fullSize: the size of the upright full image; nil: that of the file.
    public init(_ source: ImageSource, fullSize: PixelSize? = nil) {
        self.source = source
        self.fullSize = fullSize
    }

    /// The image as it was asked for: upright, cropped, scaled; and what was wrong with the file.
    ///
    /// - Throws: as `ImageDecoder.render`; `unsupportedFormat` for files of other formats.
    public func render(
        _ options: ImageOptions, limits: ResourceLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        let decoder = ImageDecoder(limits: ImageLimits(configured: limits), codecs: .wholeImageFiles)
        try decoder.limits.check(fileBytes: source.byteCount)
        var request = RenderRequest(options)
        // A part that is outside of the image stays outside, and is refused there.
        if let crop = options.crop, let fullSize, crop.isContained(in: fullSize) {
            request.crop = crop.scaled(from: fullSize, to: try decoder.header(of: source).orientedSize)
        }
        return try decoder.renderWithDiagnostics(source, request, cancellation: cancellation)
    }
}

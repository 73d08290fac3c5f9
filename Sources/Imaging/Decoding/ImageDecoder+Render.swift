public import Pixels

extension ImageDecoder {
    /// Decodes, turns upright, crops and scales.
    ///
    /// JPEG gives YCbCr, or gray: 4:2:0 when it was scaled, as stored when it was not. PNG gives gray, RGB, or
    /// RGBA when it has transparency. Damaged files give what could be decoded; see `renderWithDiagnostics`.
    ///
    /// - Parameter isCancelled: Asked between rows of blocks, on the calling thread.
    /// - Throws: `tooLarge` before anything is decoded when the limits do not allow it, `unsupportedFormat`,
    ///   `corrupt`, `invalidRequest`, `cancelled`, `io`, `outOfMemory`.
    public func render(
        _ source: ImageSource, _ request: RenderRequest, isCancelled: () -> Bool = { false }
    ) throws(ImagingError) -> PixelBuffer {
        try renderWithDiagnostics(source, request, isCancelled: isCancelled).buffer
    }

    /// The same, with what was wrong with the file.
    public func renderWithDiagnostics(
        _ source: ImageSource, _ request: RenderRequest, isCancelled: () -> Bool = { false }
    ) throws(ImagingError) -> RenderedImage {
        let window = try SourceWindow(source)
        switch try Self.format(window) {
        case .jpeg: return try JPEGRenderer(window, request, limits).render(isCancelled: isCancelled)
        case .png: return try PNGRenderer(window, request, limits).render(isCancelled: isCancelled)
        case let other: throw .unsupportedFormat(Self.name(other))
        }
    }
}

public import Pixels

extension ImageDecoder {
    /// Decodes, turns upright, crops and scales.
    ///
    /// JPEG gives YCbCr, or gray: 4:2:0 when it was scaled, as stored when it was not. PNG gives gray, RGB, or
    /// RGBA when it has transparency. WebP gives RGB or RGBA, GIF gives RGBA.
    ///
    /// Damaged files give what could be decoded; `renderWithDiagnostics` tells. The rest is made up so that nobody takes it
    /// for a part of the photo: middle gray, or transparent in PNG and GIF with alpha. A progressive JPEG that is cut off
    /// after its first scan has all of the picture, less sharp. A damaged WebP is an error.
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
        case .webp, .gif: return try renderWhole(window, request, isCancelled)
        case let other: throw .unsupportedFormat(Self.name(other))
        }
    }

    /// The way of formats whose decoders give all of an image at once.
    private func renderWhole(
        _ window: SourceWindow, _ request: RenderRequest, _ isCancelled: () -> Bool
    ) throws(ImagingError) -> RenderedImage {
        let header = try self.header(of: window.source)
        try limits.check(fileBytes: window.source.byteCount)
        try limits.check(pixels: header.storedSize)
        let geometry = try RenderGeometry.plan(header.orientedSize, request)
        try limits.check(memoryBytes: geometry.outputSize.pixelCount * 4)
        let (stored, diagnostics) = try decodeWhole(window, header, isCancelled)
        if isCancelled() { throw .cancelled }
        let upright = try stored.oriented(header.orientation)
        let result = try ImageScaler.scale(upright, request)
        return RenderedImage(buffer: result, diagnostics: diagnostics)
    }

    private func decodeWhole(
        _ window: SourceWindow, _ header: ImageHeader, _ isCancelled: () -> Bool
    ) throws(ImagingError) -> (PixelBuffer, RenderDiagnostics) {
        if header.format == .gif {
            return try GIFRenderer(source: window.source, limits: limits)
                .decode(header.storedSize, isCancelled: isCancelled)
        }
        let structure = try WebPStructure.read(window)
        let decoder = WebPRenderer(source: window.source, structure: structure, limits: limits)
        return (try decoder.decode(), RenderDiagnostics())
    }
}

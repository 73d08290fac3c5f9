public import Pixels

extension ImageDecoder {
    /// Decodes, turns upright, crops and scales.
    ///
    /// JPEG gives YCbCr, or gray: 4:2:0 when it was scaled, as stored when it was not. PNG gives gray, RGB, or
    /// RGBA when it has transparency. WebP gives RGB or RGBA, GIF gives RGBA. A codec gives what suits its format.
    ///
    /// Damaged files give what could be decoded; `renderWithDiagnostics` tells. The rest is made up so that nobody takes it
    /// for a part of the photo: middle gray, or transparent in PNG and GIF with alpha. A progressive JPEG that is cut off
    /// after its first scan has all of the picture, less sharp. A damaged WebP is an error.
    ///
    /// - Parameter isCancelled: Asked every few milliseconds, on the calling thread.
    /// - Throws: `tooLarge` before anything is decoded when the limits do not allow it, `timedOut`,
    ///   `unsupportedFormat`, `corrupt`, `invalidRequest`, `cancelled`, `io`, `outOfMemory`.
    public func render(
        _ source: ImageSource, _ request: RenderRequest, isCancelled: () -> Bool = { false }
    ) throws(ImagingError) -> PixelBuffer {
        try renderWithDiagnostics(source, request, isCancelled: isCancelled).buffer
    }

    /// The same, with what was wrong with the file.
    public func renderWithDiagnostics(
        _ source: ImageSource, _ request: RenderRequest, isCancelled: () -> Bool = { false }
    ) throws(ImagingError) -> RenderedImage {
        try StopCheck.with(isCancelled) { stop throws(ImagingError) in
            try stop.limited(to: limits.maxSeconds) { stop throws(ImagingError) in
                try render(source, request, stop)
            }
        }
    }

    private func render(
        _ source: ImageSource, _ request: RenderRequest, _ stop: StopCheck
    ) throws(ImagingError) -> RenderedImage {
        let window = try SourceWindow(source)
        switch try Self.format(window) {
        case .jpeg: return try JPEGRenderer(window, request, limits).render(isCancelled: stop.isCancelled)
        case .png: return try PNGRenderer(window, request, limits, stop).render(stop)
        case .webp, .gif: return try wholeRenderer(window, request).render(stop)
        case let other:
            return try requiredCodec(other).render(source, request, limits: limits, isCancelled: stop.isCancelled)
        }
    }

    private func wholeRenderer(
        _ window: SourceWindow, _ request: RenderRequest
    ) throws(ImagingError) -> WholeImageRenderer {
        let header = try self.header(of: window.source)
        return WholeImageRenderer(window: window, header: header, request: request, limits: limits)
    }
}

public import Pixels

/// A picture, and what was wrong on the way to it.
public struct RenderedImage: Sendable {
    /// Upright, cropped and scaled.
    public let buffer: PixelBuffer
    public let diagnostics: RenderDiagnostics

    package init(buffer: PixelBuffer, diagnostics: RenderDiagnostics) {
        self.buffer = buffer
        self.diagnostics = diagnostics
    }
}

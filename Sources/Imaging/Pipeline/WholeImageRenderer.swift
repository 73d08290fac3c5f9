internal import CImaging
package import PhotoModel

/// A decoder that delivers the whole image at once: those of WebP, GIF and JPEG XL.
package protocol WholeImageDecoding {
    /// The bytes of memory that decoding needs, including the image.
    var memoryBytes: Int { get }

    /// Decodes the image as stored, and reports what was wrong with it.
    func decode(_ cancellation: Cancellation) throws(ImagingError) -> (PixelBuffer, RenderDiagnostics)
}

/// Renders images whose decoder delivers the whole image at once.
package struct WholeImageRenderer<Decoder: WholeImageDecoding>: ShrinkingRenderer {
    let decoder: Decoder
    let header: ImageHeader
    let request: RenderRequest
    let limits: ImageLimits

    package init(decoder: Decoder, header: ImageHeader, request: RenderRequest, limits: ImageLimits) {
        self.decoder = decoder
        self.header = header
        self.request = request
        self.limits = limits
    }

    package func render(_ source: ImageSource, _ cancellation: Cancellation) throws(ImagingError) -> RenderedImage {
        try rendered(source, cancellation)
    }

    /// Decodes the whole image, and crops and shrinks it. The whole image is freed when this returns, unless it is itself the
    /// result.
    func decode(
        _ part: PixelRect, output: PixelSize, _ cancellation: Cancellation
    ) throws(ImagingError) -> (ShrunkImage, RenderDiagnostics) {
        let factor = ShrunkImage.factor(part: part.size, output: header.orientation.inverse.apply(to: output))
        let channels = header.hasAlpha ? 4 : 3
        let shrunk = ShrunkImage.memoryBytes(part: part.size, factor: factor, output: output, channels: channels)
        try limits.check(memoryBytes: decoder.memoryBytes + shrunk)
        let (stored, diagnostics) = try decoder.decode(cancellation)
        let cells = try stored.shrunk(part, by: factor, cancellation)
        return (ShrunkImage(partSize: part.size, factor: factor, cells: cells), diagnostics)
    }
}

extension PixelBuffer {
    /// A part shrunk by a factor, premultiplied by alpha if the factor is more than 1; the buffer itself if the part is all of
    /// it and the factor is 1.
    fileprivate func shrunk(
        _ part: PixelRect, by factor: Int, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        if factor == 1, part == PixelRect(covering: size) { return self }
        let result = try PixelBuffer.allocate(
            ShrunkImage.size(part: part.size, factor: factor), format, colorSpace
        )
        let (from, to) = (planes[0], result.planes[0])
        let pixelBytes = format.bytesPerPixel
        try cancellation.bands(rows: part.height, rowBytes: from.stride, multipleOf: factor) {
            rows throws(ImagingError) in
            let outcome = imaging_shrink_pixels(
                from.row(part.y + rows.lowerBound) + part.x * pixelBytes, from.stride, part.width, rows.count,
                pixelBytes, UInt32(factor), to.row(rows.lowerBound / factor), to.stride
            )
            guard outcome == 0 else { throw .outOfMemory(bytes: part.width * pixelBytes) }
        }
        withExtendedLifetime(self) {}
        return result
    }
}

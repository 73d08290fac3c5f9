internal import CImaging
internal import Pixels

/// The way of formats whose decoders give all of an image at once: WebP and GIF.
struct WholeImageRenderer {
    let window: SourceWindow
    let header: ImageHeader
    let request: RenderRequest
    let limits: ImageLimits

    func render(_ stop: StopCheck) throws(ImagingError) -> RenderedImage {
        try limits.check(fileBytes: window.source.byteCount)
        return try ShrunkImage.render(header, request, limits, stop) { part, output throws(ImagingError) in
            try decode(part, output: output, stop)
        }
    }

    /// The whole image is gone when this is over, unless nothing is cut off nor shrunk.
    private func decode(
        _ part: PixelRect, output: PixelSize, _ stop: StopCheck
    ) throws(ImagingError) -> (ShrunkImage, RenderDiagnostics) {
        let factor = ShrunkImage.factor(part: part.size, output: header.orientation.inverse.apply(to: output))
        let channels = header.hasAlpha ? 4 : 3
        let picture = ShrunkImage.memoryBytes(part: part.size, factor: factor, output: output, channels: channels)
        let (stored, diagnostics) = try decodeWhole(pictureBytes: picture, stop)
        let cells = try stored.shrunk(part, by: factor, stop)
        return (ShrunkImage(partSize: part.size, factor: factor, cells: cells), diagnostics)
    }

    private func decodeWhole(
        pictureBytes: Int, _ stop: StopCheck
    ) throws(ImagingError) -> (PixelBuffer, RenderDiagnostics) {
        if header.format == .gif {
            let decoder = GIFRenderer(source: window.source)
            try limits.check(memoryBytes: GIFRenderer.memoryBytes(header.storedSize) + pictureBytes)
            return try decoder.decode(header.storedSize, stop)
        }
        let decoder = WebPRenderer(source: window.source, structure: try WebPStructure.read(window))
        try limits.check(memoryBytes: decoder.memoryBytes + pictureBytes)
        return (try decoder.decode(stop), RenderDiagnostics())
    }
}

extension PixelBuffer {
    /// Cells of a part, with alpha multiplied in when the factor is more than 1; the buffer itself when that is all
    /// of it.
    fileprivate func shrunk(_ part: PixelRect, by factor: Int, _ stop: StopCheck) throws(ImagingError) -> PixelBuffer {
        if factor == 1, part == PixelRect(covering: size) { return self }
        let result = try PixelBuffer.allocate(
            ShrunkImage.size(part: part.size, factor: factor), format, colorSpace
        )
        let (from, to) = (planes[0], result.planes[0])
        let pixelBytes = format.bytesPerPixel
        try stop.bands(rows: part.height, rowBytes: from.stride, multipleOf: factor) { rows throws(ImagingError) in
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

internal import CImaging
internal import Pixels

/// The way of a PNG from its bytes to an upright picture. Rows are shrunk as they arrive, so that a small
/// picture of a large file needs little memory.
struct PNGRenderer {
    let source: ImageSource
    let header: ImageHeader
    let request: RenderRequest
    let limits: ImageLimits

    init(_ window: SourceWindow, _ request: RenderRequest, _ limits: ImageLimits) throws(ImagingError) {
        source = window.source
        header = try PNGHeaderReader.header(window)
        self.request = request
        self.limits = limits
    }

    func render(isCancelled: () -> Bool) throws(ImagingError) -> RenderedImage {
        try limits.check(fileBytes: source.byteCount)
        try limits.check(pixels: header.storedSize)
        let geometry = try RenderGeometry.plan(header.orientedSize, request)
        let crop = header.orientation.storedRect(of: geometry.cropRect, in: header.orientedSize)
        let outputSize = request.resizeMode == .none ? geometry.cropRect.size : geometry.outputSize
        let storedOutput = header.orientation.inverse.apply(to: outputSize)
        let factor = Self.factor(crop: crop.size, output: storedOutput)
        let (buffer, diagnostics) = try decode(crop, factor: factor, output: outputSize, isCancelled)
        if isCancelled() { throw .cancelled }
        let upright = try turned(buffer, crop: crop, factor: factor, outputSize: outputSize)
        let result = request.colorPolicy == .sRGB ? try upright.convertedToSRGB() : upright
        return RenderedImage(buffer: result, diagnostics: diagnostics)
    }

    /// The largest factor that leaves two samples for each of the result's: so many that the final filter decides
    /// how sharp it is.
    static func factor(crop: PixelSize, output: PixelSize) -> Int {
        max(1, min(crop.width / (2 * output.width), crop.height / (2 * output.height)))
    }

    private func decode(
        _ crop: PixelRect, factor: Int, output: PixelSize, _ isCancelled: () -> Bool
    ) throws(ImagingError) -> (PixelBuffer, RenderDiagnostics) {
        try source.withCSource { lent throws(ImagingError) in
            let decoder = try PNGDecoder(lent, path: source.path)
            guard decoder.size == header.storedSize else { throw .corrupt("its headers disagree about the size") }
            // The cells once as they come and once taken apart into planes, and the result likewise.
            let cells = crop.size.pixelCount / (factor * factor)
            let channels = decoder.format.bytesPerPixel
            try limits.check(memoryBytes: decoder.workingBytes + 2 * channels * (cells + output.pixelCount))
            return try Cancellation.withCheck(isCancelled) { cancel throws(ImagingError) in
                try decoder.decode(crop, factor: factor, cancel: cancel)
            }
        }
    }

    private func turned(
        _ buffer: PixelBuffer, crop: PixelRect, factor: Int, outputSize: PixelSize
    ) throws(ImagingError) -> PixelBuffer {
        let storedOutput = header.orientation.inverse.apply(to: outputSize)
        if factor == 1, buffer.size == storedOutput { return try buffer.oriented(header.orientation) }
        let image = try PlanarImage(buffer, isPremultiplied: factor > 1, size: crop.size, shrunkBy: factor)
        let renderer = PlanarRenderer(
            image: image, orientation: header.orientation, crop: PixelRect(covering: crop.size), outputSize: outputSize
        )
        return try renderer.render(subsampling: .yuv444)  // Nothing is subsampled in PNG.
    }
}

internal import PhotoModel

/// A part of an interleaved or gray image, shrunk by a whole factor while it was decoded, and the way from there to
/// an upright image.
struct ShrunkImage {
    /// The size of the part before it was shrunk, as stored.
    let partSize: PixelSize
    let factor: Int
    /// Cells of factor x factor pixels; with alpha multiplied in when the factor is more than 1.
    let cells: PixelBuffer

    /// The sum of the samples of a cell is a number of 32 bits.
    private static let largestFactor = 4096

    /// The largest factor that leaves two samples for each of the result's: so many that the final filter decides
    /// how sharp it is.
    static func factor(part: PixelSize, output: PixelSize) -> Int {
        min(max(1, min(part.width / (2 * output.width), part.height / (2 * output.height))), largestFactor)
    }

    /// How many cells there are along both axes.
    static func size(part: PixelSize, factor: Int) -> PixelSize {
        PixelSize(width: (part.width + factor - 1) / factor, height: (part.height + factor - 1) / factor)
    }

    /// What cells, planes and result take at most, all together.
    static func memoryBytes(part: PixelSize, factor: Int, output: PixelSize, channels: Int) -> Int {
        // Pixels that are not filtered: as they come, turned, in another colour space.
        if part.pixelCount == output.pixelCount { return channels * 3 * output.pixelCount }
        // First the cells as they come, multiplied by alpha, and taken apart; then these planes, with the result in
        // planes, joined, and turned.
        let copies = channels == 4 && factor == 1 ? 3 : 2
        let cells = size(part: part, factor: factor).pixelCount
        return channels * max(copies * cells, cells + 3 * output.pixelCount)
    }

    /// Filters to `outputSize`, turns upright and converts colours where that is asked for. Takes the cells over: they
    /// are gone once their samples are in planes, before memory for the result is needed.
    consuming func rendered(
        _ orientation: Orientation, outputSize: PixelSize, convertsToSRGB: Bool, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        let upright = try turned(orientation, outputSize: outputSize, cancellation)
        return convertsToSRGB ? try upright.convertedToSRGB(cancellation) : upright
    }

    private consuming func turned(
        _ orientation: Orientation, outputSize: PixelSize, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        if factor == 1, cells.size == orientation.inverse.apply(to: outputSize) {
            return try cells.oriented(orientation, cancellation)
        }
        let part = PixelRect(covering: partSize)
        let image = try planes(cancellation)
        let renderer = PlanarRenderer(
            image: image, orientation: orientation, crop: part, outputSize: outputSize,
            cancellation: cancellation
        )
        return try renderer.render(subsampling: .yuv444)  // Nothing is subsampled in these formats.
    }

    private consuming func planes(_ cancellation: Cancellation) throws(ImagingError) -> PlanarImage {
        try PlanarImage(cells, isPremultiplied: factor > 1, size: partSize, shrunkBy: factor, cancellation)
    }
}

/// What renders images whose decoder shrinks.
protocol ShrinkingRenderer {
    var header: ImageHeader { get }
    var request: RenderRequest { get }
    var limits: ImageLimits { get }

    /// - Returns: a part, as stored, shrunk so that the upright size can be filtered from it.
    func decode(
        _ part: PixelRect, output: PixelSize, _ cancellation: Cancellation
    ) throws(ImagingError) -> (ShrunkImage, RenderDiagnostics)
}

extension ShrinkingRenderer {
    /// Which part of the image, to what size, and from there upright.
    func rendered(_ source: ImageSource, _ cancellation: Cancellation) throws(ImagingError) -> RenderedImage {
        try limits.check(fileBytes: source.byteCount)
        try limits.check(pixels: header.storedSize)
        let geometry = try RenderGeometry.plan(header.orientedSize, request)
        let part = header.orientation.storedRect(of: geometry.cropRect, in: header.orientedSize)
        let outputSize = geometry.renderedSize(request.resizeMode)
        let (image, diagnostics) = try decode(part, output: outputSize, cancellation)
        let result = try (consume image).rendered(
            header.orientation, outputSize: outputSize, convertsToSRGB: request.convertsToSRGB, cancellation)
        return RenderedImage(buffer: result, diagnostics: diagnostics)
    }
}

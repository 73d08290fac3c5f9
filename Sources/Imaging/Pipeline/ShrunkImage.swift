internal import PhotoModel

/// A part of an interleaved or gray image that was shrunk by an integer factor while it was decoded. It still has to be
/// scaled to its final size and turned upright.
struct ShrunkImage {
    /// The size of the part before it was shrunk, as stored.
    let partSize: PixelSize
    let factor: Int
    /// The pixels of the shrunk part, each the mean of a cell of factor × factor pixels; premultiplied by alpha if the factor
    /// is more than 1.
    let cells: PixelBuffer

    /// The limit of the factor, because the sum of the samples of a cell must fit into 32 bits.
    private static let largestFactor = 4096

    /// The largest factor that leaves two samples for each of the result along both axes: enough that the final filter
    /// determines the sharpness.
    static func factor(part: PixelSize, output: PixelSize) -> Int {
        min(max(1, min(part.width / (2 * output.width), part.height / (2 * output.height))), largestFactor)
    }

    /// How many cells there are along both axes.
    static func size(part: PixelSize, factor: Int) -> PixelSize {
        PixelSize(width: (part.width + factor - 1) / factor, height: (part.height + factor - 1) / factor)
    }

    /// The most bytes that cells, planes and result need at the same time.
    static func memoryBytes(part: PixelSize, factor: Int, output: PixelSize, channels: Int) -> Int {
        // Without filtering there are three copies: the decoded pixels, the turned ones, and those in another colour space.
        if part.pixelCount == output.pixelCount { return channels * 3 * output.pixelCount }
        // At first there are the decoded cells, the premultiplied ones, and their planes. Later there are these planes and three
        // copies of the result: as planes, interleaved, and turned.
        let copies = channels == 4 && factor == 1 ? 3 : 2
        let cells = size(part: part, factor: factor).pixelCount
        return channels * max(copies * cells, cells + 3 * output.pixelCount)
    }

    /// Scales to `outputSize`, turns upright and converts colours if requested. This consumes the image, so that the cells are
    /// freed as soon as their samples are in planes, before memory for the result is allocated.
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
        return try renderer.render(subsampling: .yuv444)  // These formats have no subsampling.
    }

    private consuming func planes(_ cancellation: Cancellation) throws(ImagingError) -> PlanarImage {
        try PlanarImage(cells, isPremultiplied: factor > 1, size: partSize, shrunkBy: factor, cancellation)
    }
}

/// A renderer of images that are shrunk while they are decoded.
protocol ShrinkingRenderer {
    var header: ImageHeader { get }
    var request: RenderRequest { get }
    var limits: ImageLimits { get }

    /// Decodes a part of the stored image, shrunk no further than scaling to the upright size `output` allows.
    func decode(
        _ part: PixelRect, output: PixelSize, _ cancellation: Cancellation
    ) throws(ImagingError) -> (ShrunkImage, RenderDiagnostics)
}

extension ShrinkingRenderer {
    /// Checks the limits, and renders the requested part upright.
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

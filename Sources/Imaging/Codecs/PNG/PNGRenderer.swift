internal import CImaging
internal import PhotoModel

/// Renders a PNG, from its bytes to an upright image. Rows are shrunk as they arrive, so that a small image of a large
/// file needs little memory.
struct PNGRenderer: ShrinkingRenderer {
    let source: ImageSource
    let structure: PNGStructure
    let header: ImageHeader
    let request: RenderRequest
    let limits: ImageLimits

    init(
        _ window: SourceWindow, _ request: RenderRequest, _ limits: ImageLimits, _ cancellation: Cancellation
    ) throws(ImagingError) {
        source = window.source
        structure = try PNGStructureReader.read(window, cancellation)
        header = try structure.header(source)
        self.request = request
        self.limits = limits
    }

    func render(_ cancellation: Cancellation) throws(ImagingError) -> RenderedImage {
        try rendered(source, cancellation)
    }

    func decode(
        _ part: PixelRect, output: PixelSize, _ cancellation: Cancellation
    ) throws(ImagingError) -> (ShrunkImage, RenderDiagnostics) {
        let factor = ShrunkImage.factor(part: part.size, output: header.orientation.inverse.apply(to: output))
        return try source.withCSource { lent throws(ImagingError) in
            let decoder = try PNGDecoder(lent, path: source.path, cancellation)
            guard decoder.size == header.storedSize else { throw .corrupt("its headers disagree about the size") }
            let image = ShrunkImage.memoryBytes(
                part: part.size, factor: factor, output: output, channels: decoder.format.bytesPerPixel
            )
            try limits.check(memoryBytes: decoder.workingBytes + image)
            let color = try PNGColorReader(color: structure.color, source: source)
                .colorSpace(isGray: decoder.format == .gray8, wasGray: structure.hasGraySamples)
            let (cells, diagnostics) = try decoder.decode(part, factor: factor, color, cancellation)
            return (ShrunkImage(partSize: part.size, factor: factor, cells: cells), diagnostics)
        }
    }
}

internal import CImaging
internal import Pixels

/// The way of a PNG from its bytes to an upright picture. Rows are shrunk as they arrive, so that a small
/// picture of a large file needs little memory.
struct PNGRenderer {
    let source: ImageSource
    let structure: PNGStructure
    let header: ImageHeader
    let request: RenderRequest
    let limits: ImageLimits

    init(
        _ window: SourceWindow, _ request: RenderRequest, _ limits: ImageLimits, _ stop: StopCheck
    ) throws(ImagingError) {
        source = window.source
        structure = try PNGStructureReader.read(window, stop)
        header = try PNGHeaderReader.header(structure, source)
        self.request = request
        self.limits = limits
    }

    func render(_ stop: StopCheck) throws(ImagingError) -> RenderedImage {
        try limits.check(fileBytes: source.byteCount)
        try limits.check(pixels: header.storedSize)
        let geometry = try RenderGeometry.plan(header.orientedSize, request)
        let part = header.orientation.storedRect(of: geometry.cropRect, in: header.orientedSize)
        let outputSize = request.resizeMode == .none ? geometry.cropRect.size : geometry.outputSize
        let (image, diagnostics) = try decode(part, output: outputSize, stop)
        let result = try image.rendered(header.orientation, outputSize: outputSize, request.colorPolicy, stop)
        return RenderedImage(buffer: result, diagnostics: diagnostics)
    }

    private func decode(
        _ part: PixelRect, output: PixelSize, _ stop: StopCheck
    ) throws(ImagingError) -> (ShrunkImage, RenderDiagnostics) {
        let factor = ShrunkImage.factor(part: part.size, output: header.orientation.inverse.apply(to: output))
        return try source.withCSource { lent throws(ImagingError) in
            let decoder = try PNGDecoder(lent, path: source.path)
            guard decoder.size == header.storedSize else { throw .corrupt("its headers disagree about the size") }
            let picture = ShrunkImage.memoryBytes(
                part: part.size, factor: factor, output: output, channels: decoder.format.bytesPerPixel
            )
            try limits.check(memoryBytes: decoder.workingBytes + picture)
            let color = try PNGColorReader(color: structure.color, source: source)
                .colorSpace(isGray: decoder.format == .gray8)
            let (cells, diagnostics) = try decoder.decode(part, factor: factor, color, stop)
            return (ShrunkImage(partSize: part.size, factor: factor, cells: cells), diagnostics)
        }
    }
}

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
        return try ShrunkImage.render(header, request, limits, stop) { part, output throws(ImagingError) in
            try decode(part, output: output, stop)
        }
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

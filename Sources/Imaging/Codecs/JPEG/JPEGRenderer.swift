internal import CImaging
internal import PhotoModel

/// Renders a JPEG, from its bytes to an upright image. Works with planes throughout.
struct JPEGRenderer {
    let source: ImageSource
    let structure: JPEGStructure
    let header: ImageHeader
    let request: RenderRequest
    let limits: ImageLimits

    init(
        _ window: SourceWindow, _ request: RenderRequest, _ limits: ImageLimits, orientation: Orientation? = nil
    ) throws(ImagingError) {
        source = window.source
        structure = try JPEGStructureReader.read(window)
        let own = orientation == nil ? try JPEGHeaderReader.orientation(of: structure, window.source) : nil
        header = try JPEGHeaderReader.header(structure, orientation: orientation ?? own ?? .upright)
        self.request = request
        self.limits = limits
    }

    func render(_ cancellation: Cancellation) throws(ImagingError) -> RenderedImage {
        try checkLimits()
        let geometry = try RenderGeometry.plan(header.orientedSize, request)
        let storedCrop = header.orientation.storedRect(of: geometry.cropRect, in: header.orientedSize)
        let storedOutput = header.orientation.inverse.apply(to: geometry.outputSize)
        let keepsScale = request.resizeMode == .none
        let eighths =
            keepsScale
            ? JPEGScale.eighths(crop: storedCrop.size, atLeast: storedOutput)
            : JPEGScale.eighths(crop: storedCrop.size, output: storedOutput)
        let outputSize =
            keepsScale ? header.orientation.apply(to: storedCrop.size.scaled(eighths: eighths)) : geometry.outputSize
        let (image, diagnostics) = try decode(
            eighths: eighths, bottom: bottom(of: storedCrop, storedOutput), outputPixels: outputSize.pixelCount,
            cancellation
        )
        let renderer = PlanarRenderer(
            image: image, orientation: header.orientation, crop: storedCrop, outputSize: outputSize,
            snapsToSamples: keepsScale, cancellation: cancellation
        )
        let isFiltered = !keepsScale && outputSize != geometry.cropRect.size
        return RenderedImage(buffer: try finish(renderer, image, isFiltered: isFiltered), diagnostics: diagnostics)
    }

    /// The end of the rows, at full size, that have to be decoded: filters read rows below the crop, and chroma of an
    /// odd size covers some of them.
    private func bottom(of crop: PixelRect, _ output: PixelSize) -> Int {
        let reach = 8 + 6 * (crop.height / max(1, output.height) + 1)
        return min(header.storedSize.height, crop.y + crop.height + reach)
    }

    private func checkLimits() throws(ImagingError) {
        try limits.check(fileBytes: source.byteCount)
        try limits.check(pixels: header.storedSize)
        guard header.bitsPerComponent == 8, structure.frame?.isLossless != true else {
            throw .unsupportedFormat("a lossless JPEG, or one of \(header.bitsPerComponent) bits,")
        }
    }

    private func decode(
        eighths: Int, bottom: Int, outputPixels: Int, _ cancellation: Cancellation
    ) throws(ImagingError) -> (PlanarImage, RenderDiagnostics) {
        try source.withCSource { lent throws(ImagingError) in
            try cancellation.withCQuestion { cancel throws(ImagingError) in
                let decoder = try JPEGDecoder(
                    lent, start: structure.start, limits: limits, path: source.path, cancel: cancel)
                guard decoder.size == header.storedSize else {
                    throw .corrupt("its headers disagree about the size")
                }
                let profile = try structure.colorProfile(source).map { ICCProfile($0) }
                try checkMemory(decoder, profile, eighths: eighths, outputPixels: outputPixels)
                let (planes, report) = try decoder.decode(eighths: eighths, bottom: bottom, cancel: cancel)
                guard report.complete_rows > 0 else { throw .corrupt("the file ends before its first row of pixels") }
                let image = try JPEGPlanes(
                    decoder: decoder, planes: planes, eighths: eighths, profile: profile, cancellation: cancellation
                ).image()
                return (image, RenderDiagnostics(report, eighths: eighths))
            }
        }
    }

    /// Checks the memory. First it has coefficients and samples; then samples and the result, which is the planes and
    /// one that is turned, or planes of full size for converting colours and the converted ones.
    private func checkMemory(
        _ decoder: JPEGDecoder, _ profile: ICCProfile?, eighths: Int, outputPixels: Int
    ) throws(ImagingError) {
        let converts = request.convertsToSRGB && profile?.kind == IMAGING_PROFILE_RGB
        let output = outputPixels * (converts ? 9 : 6) / 2
        let samples = decoder.sampleBytes(eighths: eighths)
        try limits.check(memoryBytes: samples + max(decoder.coefficientBytes, output))
    }

    /// Scales and turns, and converts colours if the request asks for it.
    private func finish(
        _ renderer: PlanarRenderer, _ image: PlanarImage, isFiltered: Bool
    ) throws(ImagingError) -> PixelBuffer {
        let own = image.subsampling
        let upright = header.orientation.swapsAxes ? own?.transposed : own
        let target = isFiltered ? ChromaSubsampling.scaled(to: renderer.outputSize) : (upright ?? .yuv444)
        guard request.convertsToSRGB, image.colorSpace != .sRGB else {
            return try renderer.render(subsampling: target)
        }
        // Chroma has full size in between, so that it is filtered only once.
        let full = try renderer.render(subsampling: .yuv444).convertedToSRGB(renderer.cancellation, isOwn: true)
        return image.model == .gray ? full : try full.shrunkChroma(target, renderer.cancellation)
    }
}

extension PixelSize {
    /// Rounded up, as libjpeg does.
    fileprivate func scaled(eighths: Int) -> PixelSize {
        PixelSize(width: (width * eighths + 7) / 8, height: (height * eighths + 7) / 8)
    }
}

internal import PhotoModel

/// Renders an image of a HEIF file, from its bytes to an upright image.
struct HEIFRenderer {
    let reader: HEIFImageReader
    let limits: ImageLimits
    let cancellation: Cancellation

    private var container: HEIFContainer { reader.container }

    /// Renders an item by the rules of `ImageDecoder.render`, from its thumbnail if that has enough pixels.
    func render(_ item: HEIFItem, _ request: RenderRequest) throws(ImagingError) -> PixelBuffer {
        try limits.check(fileBytes: reader.source.byteCount)
        let view = try container.view(of: item)
        try limits.check(pixels: view.codedSize)
        let geometry = try RenderGeometry.plan(view.size, request)
        if request.targetSize != nil, request.crop == nil, container.alpha(of: item) == nil,
            let thumbnail = HEIFThumbnails(container, of: item, view).smallest(covering: geometry, request.resizeMode)
        {
            return try render(thumbnail, convertsToSRGB: request.convertsToSRGB)
        }
        let color = container.color(of: item)
        return try render(
            HEIFShown(item: item, view: view, geometry: geometry, color: color), convertsToSRGB: request.convertsToSRGB)
    }

    func render(_ shown: HEIFShown, convertsToSRGB: Bool) throws(ImagingError) -> PixelBuffer {
        let decoded = try container.decoded(shown.item)
        if decoded.type == "iovl" || container.alpha(of: shown.item) != nil {
            return try HEIFComposition(renderer: self).render(shown, convertsToSRGB: convertsToSRGB)
        }
        let part = shown.view.codedRect(of: shown.geometry.cropRect)
        let storedOutput = shown.view.orientation.inverse.apply(to: shown.geometry.outputSize)
        let canvas = try reader.canvas(
            of: decoded, part: part, output: storedOutput, points: shown.color.codePoints, limits, cancellation)
        return try finish(canvas, part, shown, convertsToSRGB: convertsToSRGB)
    }

    /// Scales and turns, normalizes the levels, and converts colours if the request asks for it.
    private func finish(
        _ canvas: HEIFCanvas, _ part: PixelRect, _ shown: HEIFShown, convertsToSRGB: Bool
    ) throws(ImagingError) -> PixelBuffer {
        let image = canvas.image(try shown.color.colorSpace(isGray: canvas.model == .gray))
        let orientation = shown.view.orientation
        let crop = PixelRect(
            x: part.x - canvas.area.x, y: part.y - canvas.area.y, width: part.width, height: part.height)
        let renderer = PlanarRenderer(
            image: image, orientation: orientation, crop: crop, outputSize: shown.geometry.outputSize,
            cancellation: cancellation)
        let converts = convertsToSRGB && image.colorSpace != .sRGB
        guard case .ycbcr(let subsampling) = canvas.model else {
            let rendered = try renderer.render(subsampling: .yuv444)
            if canvas.model == .gray { try canvas.levels.normalize(rendered, cancellation) }
            return converts ? try rendered.convertedToSRGB(cancellation, isOwn: true) : rendered
        }
        let isFiltered = shown.geometry.outputSize != shown.geometry.cropRect.size
        let target: ChromaSubsampling =
            isFiltered
            ? .scaled(to: shown.geometry.outputSize) : orientation.swapsAxes ? subsampling.transposed : subsampling
        // Chroma has full size in between, so that it is filtered only once.
        let rendered = try renderer.render(subsampling: canvas.levels.isSeparate && !converts ? target : .yuv444)
        try canvas.levels.normalize(rendered, cancellation)
        let colored = converts ? try rendered.convertedToSRGB(cancellation, isOwn: true) : rendered
        return try colored.shrunkChroma(target, cancellation)
    }
}

/// An item, its orientation, the part of it that is wanted, and its colours.
struct HEIFShown {
    let item: HEIFItem
    let view: HEIFView
    let geometry: RenderGeometry
    let color: HEIFColor
}

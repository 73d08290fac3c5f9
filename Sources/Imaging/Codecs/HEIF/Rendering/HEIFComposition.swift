internal import CImaging
internal import PhotoModel

/// Composes images with transparency, and images that are laid over one another. Works in RGBA throughout.
struct HEIFComposition {
    let renderer: HEIFRenderer
    var depth = 0

    private var container: HEIFContainer { renderer.reader.container }
    private var cancellation: Cancellation { renderer.cancellation }

    func render(_ shown: HEIFShown, convertsToSRGB: Bool) throws(ImagingError) -> PixelBuffer {
        let pixels = try pixels(of: shown.item, shown.color)
        let part = shown.view.codedRect(of: shown.geometry.cropRect)
        let image = ShrunkImage(partSize: part.size, factor: 1, cells: pixels.part(part))
        return try image.rendered(
            shown.view.orientation, outputSize: shown.geometry.outputSize, convertsToSRGB: convertsToSRGB, cancellation)
    }

    /// The whole item as it is coded, not cropped or turned.
    private func pixels(of item: HEIFItem, _ color: HEIFColor) throws(ImagingError) -> PixelBuffer {
        let decoded = try container.decoded(item)
        if decoded.type == "iovl" { return try HEIFOverlay(decoded, self).pixels(color) }
        let limits = renderer.limits
        guard let size = try container.codedSize(of: decoded) else {
            throw .corrupt("an image of the HEIF file has no size")
        }
        // Only the part of a thumbnail that is shown was checked to be small.
        try limits.check(pixels: size)
        // Planes, those without subsampling, and two images of four bytes a pixel.
        try limits.check(memoryBytes: 16 * size.pixelCount)
        let canvas = try renderer.reader.canvas(of: decoded, points: color.codePoints, limits, cancellation)
        let image = canvas.image(try color.colorSpace(isGray: canvas.model == .gray))
        let rendered = try PlanarRenderer(
            image: image, orientation: .upright, crop: PixelRect(covering: size), outputSize: size,
            cancellation: cancellation
        ).render(subsampling: .yuv444)
        if canvas.model != .rgb { try canvas.levels.normalize(rendered, cancellation) }
        let result = try rendered.converted(to: .rgba8, cancellation: cancellation)
        if let alpha = container.alpha(of: item) { try add(alpha, of: item, to: result) }
        return result
    }

    private func add(_ alpha: HEIFItem, of item: HEIFItem, to pixels: PixelBuffer) throws(ImagingError) {
        // Alpha has full range unless the file says otherwise, whatever the bitstream says (MIAF, section 7.3.5.2).
        let points = HEIFColor(container.properties(of: alpha)).codePoints ?? .unspecified
        let canvas = try renderer.reader.canvas(
            of: try container.decoded(alpha), points: points, renderer.limits, cancellation)
        // Alpha may be smaller than the image. If it is coded in colour, all components are equal.
        let luma = PlanarImage(
            size: canvas.area.size, model: .gray, planes: [canvas.image(.sRGB).planes[0]], colorSpace: .sRGB)
        let scaled = try PlanarRenderer(
            image: luma, orientation: .upright, crop: PixelRect(covering: canvas.area.size), outputSize: pixels.size,
            cancellation: cancellation
        ).render(subsampling: .yuv444)
        if canvas.model != .rgb { try canvas.levels.normalize(scaled, cancellation) }
        let (from, to) = (scaled.planes[0], pixels.planes[0])
        imaging_set_alpha(from.base, from.stride, pixels.size.width, pixels.size.height, to.base, to.stride)
        if container.isPremultiplied(item, by: alpha) {
            imaging_unpremultiply(to.base, to.stride, pixels.size.width, pixels.size.height)
        }
        withExtendedLifetime((scaled, pixels)) {}
    }

    /// An image from which another one is made, upright and at full size.
    ///
    /// - Parameter heldBytes: the memory of the other one, which this image and those that it is made from must leave.
    func upright(_ item: HEIFItem, beside heldBytes: Int) throws(ImagingError) -> PixelBuffer {
        guard depth < 4 else { throw .corrupt("an image that is made of itself") }
        let view = try container.view(of: item)
        try renderer.limits.check(pixels: view.codedSize)
        var limits = renderer.limits
        limits.maxMemoryBytes -= heldBytes
        let inner = HEIFComposition(
            renderer: HEIFRenderer(reader: renderer.reader, limits: limits, cancellation: cancellation),
            depth: depth + 1)
        let all = RenderGeometry(cropRect: PixelRect(covering: view.size), outputSize: view.size)
        let color = container.color(of: item)
        return try inner.render(HEIFShown(item: item, view: view, geometry: all, color: color), convertsToSRGB: false)
    }
}

extension PixelBuffer {
    /// A part of an interleaved buffer, which shares its memory.
    fileprivate func part(_ rect: PixelRect) -> PixelBuffer {
        let from = planes[0]
        let base = from.row(rect.y) + rect.x * format.bytesPerPixel
        return PixelBuffer(
            size: rect.size, format: format, colorSpace: colorSpace,
            planes: [Plane(base: base, stride: from.stride, size: rect.size)]
        ) { [self] in withExtendedLifetime(self) {} }
    }
}

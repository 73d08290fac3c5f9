public import PhotoModel

/// Which part of an upright image is rendered, and to what size.
public struct RenderGeometry: Hashable, Sendable {
    /// The largest side of a target box.
    public static let maximumTargetSide = 1 << 20

    /// In pixels of the upright, full-size image.
    public let cropRect: PixelRect
    /// Exact for resize modes `fast` and `exact`; for `none`, the least that is delivered.
    public let outputSize: PixelSize

    /// What is rendered by a decoder that scales: where no scaling was asked for, all pixels of the part.
    func renderedSize(_ mode: ResizeMode) -> PixelSize { mode == .none ? cropRect.size : outputSize }

    /// Plans a request. The crop comes first, then the cut to the box's aspect ratio (for `fill`), then scaling.
    ///
    /// Sizes are rounded to the nearest pixel, halves up, and are never less than one pixel; the side that
    /// touches the box has exactly its length. A cut for `fill` that cannot be exactly central is half a pixel
    /// towards the top left.
    ///
    /// - Throws: `invalidRequest` for an empty image or target, a target side of more than
    ///   `maximumTargetSide`, or a crop that is not inside the image.
    public static func plan(_ orientedSize: PixelSize, _ request: RenderRequest) throws(ImagingError) -> RenderGeometry
    {
        guard !orientedSize.isEmpty else { throw .invalidRequest("the image has no pixels") }
        let crop = request.crop ?? PixelRect(covering: orientedSize)
        guard crop.isContained(in: orientedSize) else {
            throw .invalidRequest("the crop \(crop) is not inside the image of \(orientedSize)")
        }
        guard let box = request.targetSize else { return RenderGeometry(cropRect: crop, outputSize: crop.size) }
        guard !box.isEmpty, max(box.width, box.height) <= maximumTargetSide else {
            throw .invalidRequest("a target of \(box) pixels; sides go from 1 to \(maximumTargetSide)")
        }
        let upscales = request.resizeMode == .exact
        switch request.contentMode {
        case .aspectFit:
            return RenderGeometry(cropRect: crop, outputSize: crop.size.fitted(into: box, enlarges: upscales))
        case .aspectFill: return fill(crop, box: box, upscales: upscales)
        }
    }

    private static func fill(_ crop: PixelRect, box: PixelSize, upscales: Bool) -> RenderGeometry {
        let cut = crop.cut(toShapeOf: box)
        let isSmaller = cut.width < box.width || cut.height < box.height
        return RenderGeometry(cropRect: cut, outputSize: isSmaller && !upscales ? cut.size : box)
    }
}

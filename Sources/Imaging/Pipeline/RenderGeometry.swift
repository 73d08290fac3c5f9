public import PhotoModel

/// The part of an upright image that is rendered, and the size of the result.
public struct RenderGeometry: Hashable, Sendable {
    /// The longest side that a target size may have, in pixels.
    public static let maximumTargetSide = 1 << 20

    /// In pixels of the upright, full-size image.
    public let cropRect: PixelRect
    /// The size of the result for the resize modes `fast` and `exact`; the least size for `none`.
    public let outputSize: PixelSize

    /// The size that a decoder which scales should render: if no scaling is requested, that of the part.
    func renderedSize(_ mode: ResizeMode) -> PixelSize { mode == .none ? cropRect.size : outputSize }

    /// Plans a request. The image is first cropped, then, for `aspectFill`, cut to the aspect ratio of the target, then scaled.
    ///
    /// Sizes are rounded to the nearest pixel, halves up, and are never less than one pixel; the side that touches the target
    /// has exactly its length. A cut for `aspectFill` that cannot be exactly central is half a pixel towards the top left.
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

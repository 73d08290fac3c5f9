internal import Imaging
internal import PhotoModel

/// The three sizes in which AssetsLibrary kept an image. The one that is chosen is rendered at exactly that size.
extension ImagePlan {
    static func isSmall(_ target: PixelSize?) -> Bool {
        target.map { max($0.width, $0.height) <= squareSide } ?? false
    }

    /// The square thumbnail for a small frame that is filled; the aspect thumbnail for one that is fitted.
    static func fastest(_ asked: RenderRequest, _ source: PixelSize, wanted: PixelSize) -> RenderRequest {
        switch asked.contentMode {
        case .aspectFit: return scaled(asked, source, toSide: thumbnailSide).request
        case .aspectFill:
            guard isSmall(asked.targetSize) else { return nearest(asked, source, wanted: wanted) }
            var square = asked
            square.resizeMode = .fast
            square.targetSize = asked.targetSize?.scaled(toSide: squareSide)
            return square
        }
    }

    /// The smallest size that is large enough, or else full resolution.
    static func nearest(_ asked: RenderRequest, _ source: PixelSize, wanted: PixelSize) -> RenderRequest {
        guard asked.targetSize != nil else { return asked }
        let smaller = [thumbnailSide, screenSide].map { scaled(asked, source, toSide: $0) }
        return smaller.first { $0.size.covers(wanted) }?.request ?? scaled(asked, source, toSide: .max).request
    }

    /// The source shrunk to a longest side, and cropped to the target's shape if it has to fill it.
    private static func scaled(
        _ asked: RenderRequest, _ source: PixelSize, toSide side: Int
    ) -> (request: RenderRequest, size: PixelSize) {
        var request = asked
        request.resizeMode = .fast
        var size = source.shrunk(toSide: side)
        if asked.contentMode == .aspectFill, let target = asked.targetSize {
            size = size.cut(toShapeOf: target)
            request.targetSize = size
        } else {
            request.targetSize = size == source ? nil : PixelSize(width: side, height: side)
        }
        return (request, size)
    }
}

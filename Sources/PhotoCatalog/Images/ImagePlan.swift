public import Imaging
public import PhotoModel
public import Pixels

/// Which frames answer an image request when there are three sizes to choose from, as AssetsLibrary kept them: a
/// square thumbnail, an aspect thumbnail, a screen size; and the full image besides.
///
/// The final frame has the smallest size that is at least the one asked for, else full resolution; nothing is
/// enlarged. For aspect fill it is cut, around its centre, to the shape of the target. The thumbnail that a camera
/// embedded serves as a degraded frame before it, and for fast delivery in its place. Fast delivery of a small filled
/// frame gives the square thumbnail; of a fitted one, the aspect thumbnail.
public struct ImagePlan: Hashable, Sendable {
    public static let squareSide = 160
    public static let thumbnailSide = 256
    public static let screenSide = 2048

    /// What to render from the file.
    public let rendered: RenderRequest
    /// Whether what is rendered is flagged: the square thumbnail, or less than was asked for.
    public let isRenderedDegraded: Bool
    /// Whether a frame from the embedded thumbnail makes rendering unnecessary.
    public let endsWithEmbedded: Bool
    /// What is decoded: the size of the upright image, or of the part that is asked for.
    public let sourceSize: PixelSize
    /// What `rendered` comes to.
    public let outputSize: PixelSize

    private let options: ImageOptions
    private let wantedSize: PixelSize

    /// - Parameter size: of the upright image.
    /// - Throws: `invalidRequest` for a crop outside of the image or an impossible target.
    public init(_ options: ImageOptions, size: PixelSize) throws(ImagingError) {
        self.options = options
        let asked = RenderRequest(
            targetSize: options.targetSize, contentMode: options.contentMode == .aspectFit ? .fit : .fill,
            resizeMode: .fast, crop: options.crop, colorPolicy: options.convertsToSRGB ? .sRGB : .keep)
        wantedSize = try RenderGeometry.plan(size, asked).outputSize
        sourceSize = options.crop?.size ?? size
        endsWithEmbedded = options.deliveryMode == .fastFormat && options.targetSize != nil
        rendered =
            endsWithEmbedded
            ? Self.fastest(asked, sourceSize, wanted: wantedSize)
            : Self.nearest(asked, sourceSize, wanted: wantedSize)
        outputSize = try RenderGeometry.plan(size, rendered).outputSize
        let isSquare = options.contentMode == .aspectFill && Self.isSmall(options.targetSize)
        isRenderedDegraded = endsWithEmbedded && (isSquare || !outputSize.covers(wantedSize))
    }

    /// Whether an embedded thumbnail may be of use, without knowing it.
    public var usesEmbedded: Bool {
        options.crop == nil && (endsWithEmbedded || options.deliveryMode == .opportunistic)
    }

    /// What to make of an embedded thumbnail of `size`; nil when it is of no use for this request.
    public func embedded(_ size: PixelSize) -> RenderRequest? {
        guard usesEmbedded else { return nil }
        var request = RenderRequest()
        var cut = size
        if options.contentMode == .aspectFill, let target = options.targetSize {
            cut = size.cut(toShapeOf: target)
            request = RenderRequest(targetSize: cut, contentMode: .fill)
        }
        // Larger than what it stands in for: left over from another image.
        guard outputSize.covers(cut) else { return nil }
        return endsWithEmbedded && !isEnough(cut) ? nil : request
    }

    /// Whether a frame of `size` will do alone: as large as was asked for when it fills, half of it when it fits.
    private func isEnough(_ size: PixelSize) -> Bool {
        guard options.contentMode == .aspectFit else {
            return Self.isSmall(options.targetSize) && size.covers(wantedSize)
        }
        return size.width * 2 >= wantedSize.width && size.height * 2 >= wantedSize.height
    }
}

extension ImagePlan {
    private static func isSmall(_ target: PixelSize?) -> Bool {
        target.map { max($0.width, $0.height) <= squareSide } ?? false
    }

    private static func fastest(_ asked: RenderRequest, _ source: PixelSize, wanted: PixelSize) -> RenderRequest {
        switch asked.contentMode {
        case .fit: return scaled(asked, source, toSide: thumbnailSide).request
        case .fill:
            guard isSmall(asked.targetSize) else { return nearest(asked, source, wanted: wanted) }
            var square = asked
            square.targetSize = asked.targetSize?.scaled(toSide: squareSide)
            return square
        }
    }

    private static func nearest(_ asked: RenderRequest, _ source: PixelSize, wanted: PixelSize) -> RenderRequest {
        guard asked.targetSize != nil else { return asked }
        let smaller = [thumbnailSide, screenSide].map { scaled(asked, source, toSide: $0) }
        return smaller.first { $0.size.covers(wanted) }?.request ?? scaled(asked, source, toSide: .max).request
    }

    /// The source shrunk to a longest side, and cut to the target's shape when it is to fill it.
    private static func scaled(
        _ asked: RenderRequest, _ source: PixelSize, toSide side: Int
    ) -> (request: RenderRequest, size: PixelSize) {
        var request = asked
        var size = source.shrunk(toSide: side)
        if asked.contentMode == .fill, let target = asked.targetSize {
            size = size.cut(toShapeOf: target)
            request.targetSize = size
        } else {
            request.targetSize = size == source ? nil : PixelSize(width: side, height: side)
        }
        return (request, size)
    }
}

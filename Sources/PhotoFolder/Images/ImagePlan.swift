public import Imaging
public import PhotoModel

/// Which frames answer an image request.
///
/// `Sizes.three` is AssetsLibrary's way: unless the exact size is asked for, the final frame has the smallest of three
/// sizes that is at least the one asked for, else full resolution. `Sizes.any` renders what is asked for. Either way
/// `ResizeMode.exact` gives exactly the target, enlarged where it must be; nothing else is enlarged. For aspect fill
/// the image is cut, around its centre, to the shape of the target.
///
/// The thumbnail that a camera embedded serves as a degraded frame before the final one, and for fast delivery in its
/// place when it is large enough.
public struct ImagePlan: Hashable, Sendable {
    /// The sizes that a backend serves when the exact size does not matter.
    public enum Sizes: Hashable, Sendable {
        /// A square thumbnail, an aspect thumbnail, a screen size; and the full image besides.
        case three
        /// Every size.
        case any
    }

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
    /// What `rendered` comes to; with `ResizeMode.none`, the least that it comes to.
    public let outputSize: PixelSize

    private let options: ImageOptions
    private let wantedSize: PixelSize

    /// - Parameter size: of the upright image.
    /// - Throws: `invalidRequest` for a crop outside of the image or an impossible target.
    public init(_ options: ImageOptions, size: PixelSize, sizes: Sizes) throws(ImagingError) {
        self.options = options
        let asked = RenderRequest(options)
        wantedSize = try RenderGeometry.plan(size, asked).outputSize
        sourceSize = options.crop?.size ?? size
        endsWithEmbedded = options.deliveryMode == .fastFormat && options.targetSize != nil
        guard sizes == .three, options.resizeMode != .exact else {
            rendered = asked
            outputSize = wantedSize
            isRenderedDegraded = false
            return
        }
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

    /// What to make of an embedded thumbnail of `size`; nil when it is of no use for this request. Only a final frame
    /// is enlarged, and only to an exact size.
    public func embedded(_ size: PixelSize) -> RenderRequest? {
        // Larger than what it stands in for: left over from another image.
        guard usesEmbedded, sourceSize.covers(size) else { return nil }
        let fills = options.contentMode == .aspectFill
        let shown = fills ? options.targetSize.map { size.cut(toShapeOf: $0) } ?? size : size
        if endsWithEmbedded {
            guard isEnough(shown) else { return nil }
            if options.resizeMode == .exact {
                // A thumbnail's shape is off by a fraction of a pixel, the size must not be.
                return RenderRequest(targetSize: outputSize, contentMode: .aspectFill, resizeMode: .exact)
            }
        }
        if fills {
            return RenderRequest(targetSize: shown.covers(outputSize) ? outputSize : shown, contentMode: .aspectFill)
        }
        return outputSize.covers(shown) ? RenderRequest() : RenderRequest(targetSize: outputSize)
    }

    /// Whether a frame of `size` will do alone: nearly as large as was asked for when it fills, half of it when it fits.
    private func isEnough(_ size: PixelSize) -> Bool {
        guard options.contentMode == .aspectFit else {
            return Self.isSmall(options.targetSize) && size.nearlyCovers(wantedSize)
        }
        return size.width * 2 >= wantedSize.width && size.height * 2 >= wantedSize.height
    }
}

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
/// place when it is large enough. Without one, the degraded frame of a large photo is decoded at a scale at which that is quick.
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
    /// Of an image with fewer pixels, the final frame is there as soon as a person would see a degraded one.
    private static let quickPixels = 2_000_000

    /// What to render from the file.
    public let rendered: RenderRequest
    /// Whether the rendered frame is flagged as degraded: it is the square thumbnail, or smaller than requested.
    public let isRenderedDegraded: Bool
    /// Whether a frame from the embedded thumbnail is enough, so that nothing is rendered.
    public let endsWithEmbedded: Bool
    /// The size of what is decoded: of the upright image, or of the part that is requested.
    public let sourceSize: PixelSize
    /// The size of the result of `rendered`; with `ResizeMode.none`, the smallest that it may have.
    public let outputSize: PixelSize

    private let options: ImageOptions
    private let wantedSize: PixelSize
    /// The part that `rendered` shows, in pixels of the upright image.
    private let shownPart: PixelRect

    /// - Parameter size: the size of the upright image.
    /// - Throws: `invalidRequest` for a crop outside of the image or an impossible target.
    public init(_ options: ImageOptions, size: PixelSize, sizes: Sizes) throws(ImagingError) {
        self.options = options
        let asked = RenderRequest(options)
        let geometry = try RenderGeometry.plan(size, asked)
        wantedSize = geometry.outputSize
        sourceSize = options.crop?.size ?? size
        endsWithEmbedded = options.deliveryMode == .fastFormat && options.targetSize != nil
        guard sizes == .three, options.resizeMode != .exact else {
            rendered = asked
            outputSize = wantedSize
            shownPart = geometry.cropRect
            isRenderedDegraded = false
            return
        }
        rendered =
            endsWithEmbedded
            ? Self.fastest(asked, sourceSize, wanted: wantedSize)
            : Self.nearest(asked, sourceSize, wanted: wantedSize)
        let chosen = try RenderGeometry.plan(size, rendered)
        (outputSize, shownPart) = (chosen.outputSize, chosen.cropRect)
        let isSquare = options.contentMode == .aspectFill && Self.isSmall(options.targetSize)
        isRenderedDegraded = endsWithEmbedded && (isSquare || !outputSize.covers(wantedSize))
    }

    /// Whether an embedded thumbnail could be used, before anything is known of it.
    public var usesEmbedded: Bool {
        options.crop == nil && (endsWithEmbedded || options.deliveryMode == .opportunistic)
    }

    /// How to render an embedded thumbnail of `size`; nil if it cannot be used for this request. Only a final frame is
    /// enlarged, and only to an exact size.
    public func embedded(_ size: PixelSize) -> RenderRequest? {
        // A thumbnail that is larger than its image was left over from another one.
        guard usesEmbedded, sourceSize.covers(size) else { return nil }
        let fills = options.contentMode == .aspectFill
        let shown = fills ? options.targetSize.map { size.cut(toShapeOf: $0) } ?? size : size
        if endsWithEmbedded {
            guard isEnough(shown) else { return nil }
            if options.resizeMode == .exact {
                // The aspect ratio of a thumbnail is off by a fraction of a pixel; the size must not be.
                return RenderRequest(targetSize: outputSize, contentMode: .aspectFill, resizeMode: .exact)
            }
        }
        if fills {
            return RenderRequest(targetSize: shown.covers(outputSize) ? outputSize : shown, contentMode: .aspectFill)
        }
        return outputSize.covers(shown) ? RenderRequest() : RenderRequest(targetSize: outputSize)
    }

    /// How to render a degraded frame that comes before the final one, of an image that is decoded many times as quickly at one
    /// `reduction`th of its size; nil if the final frame is not much later, or about as small.
    public func quick(reduction: Int) -> RenderRequest? {
        guard reduction > 1, options.deliveryMode == .opportunistic, shownPart.size.pixelCount >= Self.quickPixels
        else { return nil }
        let size = PixelSize(width: shownPart.width / reduction, height: shownPart.height / reduction)
        guard size.width > 0, size.height > 0, outputSize.width >= 2 * size.width else { return nil }
        return RenderRequest(
            targetSize: size, resizeMode: .none, crop: shownPart, convertsToSRGB: rendered.convertsToSRGB)
    }

    /// Whether a frame of `size` is enough: if it fills, it has to be nearly as large as requested; if it fits, half of
    /// that.
    private func isEnough(_ size: PixelSize) -> Bool {
        guard options.contentMode == .aspectFit else {
            return Self.isSmall(options.targetSize) && size.nearlyCovers(wantedSize)
        }
        return size.width * 2 >= wantedSize.width && size.height * 2 >= wantedSize.height
    }
}

public import Pixels

/// What an image is to be rendered as.
public struct RenderRequest: Hashable, Sendable {
    /// How the image meets the box of the target size.
    public enum ContentMode: Hashable, Sendable {
        /// The whole image inside the box; its aspect ratio is kept.
        case fit
        /// The image is cut, around its centre, to the aspect ratio of the box.
        case fill
    }

    /// How close the result must come to the target size.
    public enum ResizeMode: Hashable, Sendable {
        /// Whatever size is cheapest and at least as large as `fast` would give.
        case none
        /// The size that the geometry asks for, but never more pixels than the image has.
        case fast
        /// The size that the geometry asks for, enlarging the image where it is smaller.
        case exact
    }

    /// What becomes of colours that are not sRGB.
    public enum ColorPolicy: Hashable, Sendable {
        /// Converted to sRGB by the image's profile.
        case sRGB
        /// Left as they are; the buffer carries the profile.
        case keep
    }

    /// The box in pixels; nil asks for full resolution.
    public var targetSize: PixelSize?
    public var contentMode: ContentMode
    public var resizeMode: ResizeMode
    /// The part that is rendered, in pixels of the upright, full-size image; nil is all of it.
    public var crop: PixelRect?
    public var colorPolicy: ColorPolicy

    public init(
        targetSize: PixelSize? = nil, contentMode: ContentMode = .fit, resizeMode: ResizeMode = .fast,
        crop: PixelRect? = nil, colorPolicy: ColorPolicy = .sRGB
    ) {
        self.targetSize = targetSize
        self.contentMode = contentMode
        self.resizeMode = resizeMode
        self.crop = crop
        self.colorPolicy = colorPolicy
    }
}

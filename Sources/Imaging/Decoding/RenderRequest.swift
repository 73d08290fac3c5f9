public import PhotoModel

/// How to render an image.
public struct RenderRequest: Hashable, Sendable {
    /// The target size in pixels; nil: full resolution.
    public var targetSize: PixelSize?
    /// How the image is fitted into the target size.
    public var contentMode: ContentMode
    /// How close the result must come to the target size. `none` gives whatever size is cheapest and at least as large as
    /// `fast` would give; `exact` enlarges an image that is smaller.
    public var resizeMode: ResizeMode
    /// The part to render, in pixels of the upright full-size image; nil: all of it.
    public var crop: PixelRect?
    /// Whether colours are converted to sRGB, by the image's profile. Otherwise they stay as they are, and the buffer has the
    /// profile.
    public var convertsToSRGB: Bool

    public init(
        targetSize: PixelSize? = nil, contentMode: ContentMode = .aspectFit, resizeMode: ResizeMode = .fast,
        crop: PixelRect? = nil, convertsToSRGB: Bool = true
    ) {
        self.targetSize = targetSize
        self.contentMode = contentMode
        self.resizeMode = resizeMode
        self.crop = crop
        self.convertsToSRGB = convertsToSRGB
    }

    /// Takes over the part of image options that concerns rendering. Which file is rendered, and for which frames, was decided
    /// before.
    public init(_ options: ImageOptions) {
        self.init(
            targetSize: options.targetSize, contentMode: options.contentMode, resizeMode: options.resizeMode,
            crop: options.crop, convertsToSRGB: options.convertsToSRGB)
    }
}

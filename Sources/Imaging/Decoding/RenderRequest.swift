public import PhotoModel

/// What an image is to be rendered as.
public struct RenderRequest: Hashable, Sendable {
    /// The box in pixels; nil asks for full resolution.
    public var targetSize: PixelSize?
    /// How the image meets the box.
    public var contentMode: ContentMode
    /// How close the result must come to the target size. `none` gives whatever size is cheapest and at least as large as
    /// `fast` would give; `exact` enlarges an image that is smaller.
    public var resizeMode: ResizeMode
    /// The part that is rendered, in pixels of the upright, full-size image; nil is all of it.
    public var crop: PixelRect?
    /// Whether colours become sRGB, by the image's profile. Otherwise they stay as they are, and the buffer carries the
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

    /// What is rendered of a file for these options; which file it is, and how many frames there are, is decided before.
    public init(_ options: ImageOptions) {
        self.init(
            targetSize: options.targetSize, contentMode: options.contentMode, resizeMode: options.resizeMode,
            crop: options.crop, convertsToSRGB: options.convertsToSRGB)
    }
}

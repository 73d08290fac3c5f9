/// How an image fills its target size. Raw values are those of the backend ABI.
public enum ContentMode: UInt32, Sendable {
    /// The whole image inside the target size; its aspect ratio is kept.
    case aspectFit = 0
    /// The target's aspect ratio, cut from the image's centre.
    case aspectFill
}

/// Which frames are delivered. Raw values are those of the backend ABI.
public enum DeliveryMode: UInt32, Sendable {
    /// Degraded frames as soon as there are any, then the final one.
    case opportunistic = 0
    /// The final frame only, never degraded.
    case highQualityFormat
    /// One frame, the quickest to get; it may be degraded.
    case fastFormat
}

/// How exactly the target size is met. Raw values are those of the backend ABI.
public enum ResizeMode: UInt32, Sendable {
    /// At least the target size, whatever is quick to decode.
    case none = 0
    /// About the target size, never larger than the source.
    case fast
    /// Exactly the target size.
    case exact
}

/// Which version of an edited asset. Raw values are those of the backend ABI.
public enum ImageVersion: UInt32, Sendable {
    /// With edits.
    case current = 0
    /// Without edits, in the form that is most widely readable.
    case unadjusted
    /// What the camera made first: RAW before JPEG.
    case original
}

/// Which image of an asset, how large, how soon.
public struct ImageOptions: Hashable, Sendable {
    /// Pixels; nil: full resolution.
    public var targetSize: PixelSize?
    /// How the image fills the target size.
    public var contentMode: ContentMode
    /// Which frames are delivered.
    public var deliveryMode: DeliveryMode
    /// How exactly the target size is met.
    public var resizeMode: ResizeMode
    /// Which version of an edited asset.
    public var version: ImageVersion
    /// In pixels of the upright full image of that version; applied before the target size.
    public var crop: PixelRect?
    /// Samples converted to sRGB; otherwise as they are, with the profile that says what they mean.
    public var convertsToSRGB: Bool
    /// Whether other machines may be asked; if not, what is on this one has to do, or the request fails as `.networkNotAllowed`.
    public var allowsNetwork = true

    /// - Parameters:
    ///   - targetSize: pixels; nil: full resolution.
    ///   - contentMode: how the image fills the target size.
    ///   - deliveryMode: which frames are delivered.
    ///   - resizeMode: how exactly the target size is met.
    ///   - version: which version of an edited asset.
    ///   - crop: in pixels of the upright full image of that version; nil: all of it.
    ///   - convertsToSRGB: false leaves the samples as they are.
    public init(
        targetSize: PixelSize?, contentMode: ContentMode = .aspectFit, deliveryMode: DeliveryMode = .opportunistic,
        resizeMode: ResizeMode = .fast, version: ImageVersion = .current, crop: PixelRect? = nil,
        convertsToSRGB: Bool = true
    ) {
        self.targetSize = targetSize
        self.contentMode = contentMode
        self.deliveryMode = deliveryMode
        self.resizeMode = resizeMode
        self.version = version
        self.crop = crop
        self.convertsToSRGB = convertsToSRGB
    }

    /// Sets the resize mode that people expect who name none: exactly the size, but never larger than the photo. Of a
    /// part of the photo, and at full resolution, the size stays as it is.
    ///
    /// - Parameter asset: the photo; its pixels are counted upright.
    public mutating func scaleDownOnly(_ asset: Asset) {
        guard let target = targetSize else { return }
        let isLarger =
            contentMode == .aspectFit
            ? asset.pixelWidth > target.width || asset.pixelHeight > target.height
            : asset.pixelWidth >= target.width && asset.pixelHeight >= target.height
        resizeMode = isLarger && crop == nil ? .exact : .fast
    }
}

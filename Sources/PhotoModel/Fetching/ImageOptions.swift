/// How an image is fitted into its target size. Raw values are those of the backend ABI.
public enum ContentMode: UInt32, Sendable {
    /// The whole image inside the target size; its aspect ratio is kept.
    case aspectFit = 0
    /// The part around the image's centre that has the target's aspect ratio.
    case aspectFill
}

/// Which frames are delivered. Raw values are those of the backend ABI.
public enum DeliveryMode: UInt32, Sendable {
    /// Degraded frames as soon as there are any, then the final one.
    case opportunistic = 0
    /// The final frame only, never degraded.
    case highQualityFormat
    /// One frame, whichever can be had fastest; it may be degraded.
    case fastFormat
}

/// How exactly the target size is met. Raw values are those of the backend ABI.
public enum ResizeMode: UInt32, Sendable {
    /// At least the target size, in whatever size is quick to decode.
    case none = 0
    /// About the target size, never larger than the source.
    case fast
    /// Exactly the target size.
    case exact
}

/// Which version of an edited asset to show. Raw values are those of the backend ABI.
public enum ImageVersion: UInt32, Sendable {
    /// The asset with its edits.
    case current = 0
    /// The asset without edits, in its most widely readable form.
    case unadjusted
    /// The file that the camera made first: RAW rather than JPEG.
    case original
}

extension ImageVersion {
    /// The roles of the files that show a photo in this version; the first role that a file has decides.
    package var roles: [RepresentationRole] {
        switch self {
        case .current: [.edited, .photo, .raw]
        // Fewer programs read RAW.
        case .unadjusted: [.photo, .raw]
        case .original: [.raw, .photo]
        }
    }
}

/// Which image of an asset to make, how large, and how soon.
public struct ImageOptions: Hashable, Sendable {
    /// The target size in pixels; nil: full resolution.
    public var targetSize: PixelSize?
    /// How the image is fitted into the target size.
    public var contentMode: ContentMode
    /// Which frames are delivered.
    public var deliveryMode: DeliveryMode
    /// How exactly the target size is met.
    public var resizeMode: ResizeMode
    /// Which version of an edited asset to show.
    public var version: ImageVersion
    /// The part to show, in pixels of the upright full image of that version; it is applied before the target size. Nil: all
    /// of it.
    public var crop: PixelRect?
    /// Whether samples are converted to sRGB. Otherwise they stay as they are, with the profile that says what they mean.
    public var convertsToSRGB: Bool
    /// Whether other machines may be asked. If not, the image is made from what is on this one, or the request fails with
    /// `.networkNotAllowed`.
    public var allowsNetwork = true

    /// - Parameters:
    ///   - targetSize: the target size in pixels; nil: full resolution.
    ///   - contentMode: how the image is fitted into the target size.
    ///   - deliveryMode: which frames are delivered.
    ///   - resizeMode: how exactly the target size is met.
    ///   - version: which version of an edited asset to show.
    ///   - crop: the part to show, in pixels of the upright full image of that version; nil: all of it.
    ///   - convertsToSRGB: whether samples are converted to sRGB.
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

    /// Sets the resize mode that people expect if they name none: exactly the target size, but never larger than the photo.
    /// A part of the photo gets about the target size; at full resolution nothing changes.
    ///
    /// - Parameter asset: the photo, with the size of its upright image.
    public mutating func scaleDownOnly(_ asset: Asset) {
        guard let target = targetSize else { return }
        let isLarger =
            contentMode == .aspectFit
            ? asset.pixelWidth > target.width || asset.pixelHeight > target.height
            : asset.pixelWidth >= target.width && asset.pixelHeight >= target.height
        resizeMode = isLarger && crop == nil ? .exact : .fast
    }
}

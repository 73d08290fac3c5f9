/// Everything known of one asset.
public struct AssetDetails: Hashable, Sendable {
    /// The asset.
    public var asset: Asset
    /// At least one; the first represents the asset.
    public var representations: [Representation]
    /// What the camera wrote; nil when it wrote nothing.
    public var camera: CameraMetadata?

    /// - Parameters:
    ///   - asset: the asset.
    ///   - representations: its files, the one that represents it first.
    ///   - camera: what the camera wrote; nil when it wrote nothing.
    public init(asset: Asset, representations: [Representation], camera: CameraMetadata? = nil) {
        self.asset = asset
        self.representations = representations
        self.camera = camera
    }
}

/// What a camera and people wrote into a file; nil where they wrote nothing.
public struct CameraMetadata: Hashable, Sendable {
    /// The camera's maker.
    public var make: String?
    /// The camera's model.
    public var model: String?
    /// The lens's model.
    public var lens: String?
    /// What wrote the file.
    public var software: String?
    /// What people wrote about the photo.
    public var caption: String?
    /// Seconds.
    public var exposureTime: Double?
    /// The aperture.
    public var fNumber: Double?
    /// Millimetres.
    public var focalLength: Double?
    /// The sensitivity.
    public var isoSpeed: Int?
    /// Metres above sea level.
    public var altitude: Double?
    /// 0…5
    public var rating: Int?
    /// The title that people gave it.
    public var title: String?
    /// Each once; at most 1024 come out of a backend.
    public var keywords: [String] = []

    /// Nothing is known.
    public init() {}
}

/// Everything known of one asset.
public struct AssetDetails: Hashable, Sendable {
    public var asset: Asset
    /// At least one; the first represents the asset.
    public var representations: [Representation]
    public var camera: CameraMetadata?

    public init(asset: Asset, representations: [Representation], camera: CameraMetadata? = nil) {
        self.asset = asset
        self.representations = representations
        self.camera = camera
    }
}

/// What a camera and people wrote into a file; nil where they wrote nothing.
public struct CameraMetadata: Hashable, Sendable {
    public var make: String?
    public var model: String?
    public var lens: String?
    public var software: String?
    public var caption: String?
    /// Seconds.
    public var exposureTime: Double?
    public var fNumber: Double?
    /// Millimetres.
    public var focalLength: Double?
    public var isoSpeed: Int?
    /// Metres above sea level.
    public var altitude: Double?
    /// 0…5
    public var rating: Int?
    public var title: String?
    /// Each once; at most 1024 come out of a backend.
    public var keywords: [String] = []

    public init() {}
}

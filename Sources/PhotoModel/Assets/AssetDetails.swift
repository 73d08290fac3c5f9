/// Everything that is known of one asset.
public struct AssetDetails: Hashable, Sendable {
    /// The asset.
    public var asset: Asset
    /// Its files, at least one; the first represents the asset.
    public var representations: [Representation]
    /// What a camera and people wrote into its files; nil when they wrote nothing.
    public var camera: CameraMetadata?

    /// - Parameters:
    ///   - asset: the asset.
    ///   - representations: its files, the one that represents it first.
    ///   - camera: what a camera and people wrote; nil when they wrote nothing.
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
    /// The program that wrote the file.
    public var software: String?
    /// The description that people gave the photo.
    public var caption: String?
    /// The exposure time in seconds.
    public var exposureTime: Double?
    /// The aperture, as an f-number.
    public var fNumber: Double?
    /// The focal length in millimetres.
    public var focalLength: Double?
    /// The sensitivity, as an ISO speed.
    public var isoSpeed: Int?
    /// The altitude in metres above sea level.
    public var altitude: Double?
    /// The number of stars, from 0 to 5.
    public var rating: Int?
    /// The title that people gave it.
    public var title: String?
    /// The keywords, each once; at most 1024 of them come from a backend.
    public var keywords: [String] = []

    /// Makes metadata of which nothing is known.
    public init() {}
}

/// Everything known of an asset, as JSON: the keys of `AssetDocument`, `camera`, `video` of what has one, and `items` of a
/// file that holds several images.
public struct DetailsDocument: Encodable, Sendable {
    private let details: AssetDetails
    private let video: VideoFacts?
    private let items: [ImageItem]?

    /// - Parameters:
    ///   - video: what is known of its video; nil for photos.
    ///   - items: the images inside the file; nil leaves the key out.
    public init(_ details: AssetDetails, video: VideoFacts? = nil, items: [ImageItem]? = nil) {
        self.details = details
        self.video = video
        self.items = items
    }

    private enum Key: String, CodingKey { case camera, video, items }

    /// Encodes the keys of the asset and those of its details.
    public func encode(to encoder: any Encoder) throws {
        try AssetDocument(details.asset, details: details).encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(details.camera.map(CameraDocument.init), forKey: .camera)
        try container.encodeIfPresent(video.map(VideoDocument.init), forKey: .video)
        try container.encodeIfPresent(items?.map(ItemDocument.init), forKey: .items)
    }
}

struct VideoDocument: Encodable {
    let pixelWidth: Int
    let pixelHeight: Int
    let duration: Double?
    let framesPerSecond: Double?
    let videoCodec: String?
    let audioCodec: String?
    let hasAudio: Bool

    init(_ facts: VideoFacts) {
        pixelWidth = facts.pixelWidth
        pixelHeight = facts.pixelHeight
        duration = facts.duration
        framesPerSecond = facts.framesPerSecond
        videoCodec = facts.videoCodec
        audioCodec = facts.audioCodec
        hasAudio = facts.hasAudio
    }
}

struct ItemDocument: Encodable {
    let id: UInt32
    let kind: String
    let pixelWidth: Int
    let pixelHeight: Int
    let auxiliaryType: String?

    init(_ item: ImageItem) {
        id = item.id
        kind = item.kind.name
        pixelWidth = item.pixelWidth
        pixelHeight = item.pixelHeight
        auxiliaryType = item.auxiliaryType
    }
}

struct CameraDocument: Encodable {
    let make: String?
    let model: String?
    let lens: String?
    let software: String?
    let caption: String?
    let exposureTime: Double?
    let fNumber: Double?
    let focalLength: Double?
    let isoSpeed: Int?
    let altitude: Double?
    let rating: Int?
    let title: String?
    let keywords: [String]

    init(_ camera: CameraMetadata) {
        make = camera.make
        model = camera.model
        lens = camera.lens
        software = camera.software
        caption = camera.caption
        exposureTime = camera.exposureTime
        fNumber = camera.fNumber
        focalLength = camera.focalLength
        isoSpeed = camera.isoSpeed
        altitude = camera.altitude
        rating = camera.rating
        title = camera.title
        keywords = camera.keywords
    }
}

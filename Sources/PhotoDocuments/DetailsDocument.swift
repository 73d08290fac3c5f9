public import PhotoModel

/// Everything known of an asset, as JSON: the keys of `AssetDocument`, `camera`, and `video` of
/// what has one.
public struct DetailsDocument: Encodable, Sendable {
    private let details: AssetDetails
    private let video: VideoFacts?

    /// - Parameter video: what is known of its video; nil for photos.
    public init(_ details: AssetDetails, video: VideoFacts? = nil) {
        self.details = details
        self.video = video
    }

    private enum Key: String, CodingKey { case camera, video }

    public func encode(to encoder: any Encoder) throws {
        try AssetDocument(details.asset, details: details).encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(details.camera.map(CameraDocument.init), forKey: .camera)
        try container.encodeIfPresent(video.map(VideoDocument.init), forKey: .video)
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

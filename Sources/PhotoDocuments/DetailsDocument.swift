public import PhotoModel

/// Everything known of an asset, as JSON: the keys of `AssetDocument`, and `camera`.
public struct DetailsDocument: Encodable, Sendable {
    private let details: AssetDetails

    public init(_ details: AssetDetails) { self.details = details }

    private enum Key: String, CodingKey { case camera }

    public func encode(to encoder: any Encoder) throws {
        try AssetDocument(details.asset, details: details).encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(details.camera.map(CameraDocument.init), forKey: .camera)
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

/// An asset as JSON, on the command line and over HTTP. Keys are part of the interface that scripts rely on.
public struct AssetDocument: Encodable, Sendable {
    /// The asset that is encoded.
    public let asset: Asset
    /// The files that the asset consists of.
    public let representations: [Representation]

    /// - Parameter details: the files of `asset`; nil for an asset that consists only of the file that represents it.
    public init(_ asset: Asset, details: AssetDetails? = nil) {
        self.asset = asset
        representations = details?.representations ?? [asset.soleRepresentation]
    }

    enum Key: String, CodingKey {
        case localIdentifier, filename, relativePath, relativePathBase64, mediaType, mediaSubtypes
        case pixelWidth, pixelHeight, creationDate, creationOffsetKnown, creationDateSource, modificationDate
        case byteSize, duration, location, isFavorite, isHidden, hasAdjustments, uniformTypeIdentifier
        case representations, version, availability
        case previewHash = "placeholder"
    }

    /// Encodes every key, with null for what is not known; only `placeholder` may be absent.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(asset.localIdentifier, forKey: .localIdentifier)
        try container.encode(asset.filename, forKey: .filename)
        try container.encode(asset.path.text, forKey: .relativePath)
        if !asset.path.isUTF8 { try container.encode(Base64.text(asset.path.bytes), forKey: .relativePathBase64) }
        try container.encode(asset.mediaType.name, forKey: .mediaType)
        try container.encode(asset.mediaSubtypes.names, forKey: .mediaSubtypes)
        try container.encode(asset.pixelWidth, forKey: .pixelWidth)
        try container.encode(asset.pixelHeight, forKey: .pixelHeight)
        try container.encode(asset.isFavorite, forKey: .isFavorite)
        try container.encode(asset.isHidden, forKey: .isHidden)
        try container.encode(asset.hasAdjustments, forKey: .hasAdjustments)
        try container.encode(asset.contentType, forKey: .uniformTypeIdentifier)
        try container.encode(asset.byteSize, forKey: .byteSize)
        // Always there, so that a script can distinguish "not known" from "not asked"; null when not known.
        try container.encode(asset.duration, forKey: .duration)
        try container.encode(asset.location.map(LocationDocument.init), forKey: .location)
        try container.encode(representations.map(RepresentationDocument.init), forKey: .representations)
        try container.encode(asset.version, forKey: .version)
        try container.encode(asset.availability.name, forKey: .availability)
        try container.encodeIfPresent(asset.previewHash.map(Base64.urlText), forKey: .previewHash)
        try encodeDates(&container)
    }

    private func encodeDates(_ container: inout KeyedEncodingContainer<Key>) throws {
        let creation = asset.creation
        try container.encode(
            creation.map { $0.time.iso8601(offsetMinutes: $0.offsetMinutes) }, forKey: .creationDate)
        // "Z" is what stands for an offset that is not known, too.
        try container.encode(creation.map { !$0.isWallClock }, forKey: .creationOffsetKnown)
        try container.encode((creation?.source ?? .unknown).name, forKey: .creationDateSource)
        try container.encode(asset.modificationTime?.iso8601(), forKey: .modificationDate)
    }
}

extension Asset {
    /// The content tag as text, which changes with the content: a key for caches.
    public var version: String { String(contentTag, radix: 16) }

    /// The file that represents the asset, as the only one.
    fileprivate var soleRepresentation: Representation {
        let role: RepresentationRole =
            mediaType == .video ? .video : mediaSubtypes.contains(.raw) ? .raw : .photo
        var sole = Representation(
            role: role, filename: filename, path: path, contentType: contentType, byteSize: byteSize,
            contentTag: contentTag, pixelWidth: pixelWidth, pixelHeight: pixelHeight)
        sole.availability = availability
        return sole
    }
}

struct LocationDocument: Encodable {
    let latitude: Double
    let longitude: Double

    init(_ location: Location) {
        latitude = location.latitude
        longitude = location.longitude
    }
}

struct RepresentationDocument: Encodable {
    let role: String
    let filename: String
    let uniformTypeIdentifier: String
    let byteSize: Int64
    let pixelWidth: Int
    let pixelHeight: Int
    @Nullable var availability: String?

    init(_ representation: Representation) {
        role = representation.role.name
        filename = representation.filename
        uniformTypeIdentifier = representation.contentType
        byteSize = representation.byteSize
        pixelWidth = representation.pixelWidth
        pixelHeight = representation.pixelHeight
        availability = representation.availability.name
    }
}

internal import PhotoModel

/// A server's record of an asset. It is kept small, because a library has a hundred thousand of them.
struct AssetRecord: Hashable, Sendable {
    struct Flags: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let favorite = Flags(rawValue: 1)
        static let hidden = Flags(rawValue: 2)
        static let edited = Flags(rawValue: 4)
        static let video = Flags(rawValue: 8)
        static let panorama = Flags(rawValue: 16)
        static let dated = Flags(rawValue: 32)
        /// The server cannot reach the disk with the file.
        static let offline = Flags(rawValue: 64)
    }

    let id: ImmichID
    /// The video of a Live Photo.
    let liveVideo: ImmichID?
    let filename: String
    /// Shared by all records of that type.
    let contentType: String
    let created: Timestamp
    let offsetMinutes: Int16?
    let modified: Timestamp?
    /// When it was uploaded to the server.
    let uploaded: Timestamp?
    let updated: Timestamp?
    let byteSize: Int64
    let contentTag: UInt64
    let width: Int32
    let height: Int32
    let duration: Float?
    let location: Location?
    let flags: Flags
    /// The server's preview hash (ThumbHash); empty if there is none yet.
    let thumbHash: [UInt8]
    let mediaType: MediaType

    var identifier: String { id.identifier("a") }
    /// Files are read from the server each time.
    var availability: Availability { flags.contains(.offline) ? .offline : .remote }
    var pixelSize: PixelSize? {
        width > 0 && height > 0 ? PixelSize(width: Int(width), height: Int(height)) : nil
    }

    /// The record as an asset.
    var asset: Asset {
        var asset = Asset(
            localIdentifier: identifier, filename: filename, path: AssetPath(filename), contentType: contentType,
            mediaType: mediaType)
        fill(&asset)
        asset.previewHash = ThumbHash(thumbHash)?.previewHash(of: pixelSize)
        return asset
    }

    /// An asset with the properties that conditions and sort keys use, and another identifier.
    func key(_ identifier: String) -> Asset {
        var asset = Asset(
            localIdentifier: identifier, filename: filename, path: AssetPath(bytes: []), contentType: "",
            mediaType: mediaType)
        fill(&asset)
        return asset
    }

    private func fill(_ asset: inout Asset) {
        asset.mediaSubtypes = subtypes
        (asset.pixelWidth, asset.pixelHeight) = (Int(width), Int(height))
        asset.creation = CreationDate(
            time: created, offsetMinutes: offsetMinutes.map(Int.init),
            source: flags.contains(.dated) ? .metadata : .unknown)
        asset.modificationTime = modified
        asset.byteSize = byteSize
        asset.contentTag = contentTag
        asset.duration = mediaType == .video ? duration.map(Double.init) : 0
        asset.location = location
        asset.isFavorite = flags.contains(.favorite)
        asset.isHidden = flags.contains(.hidden)
        asset.hasAdjustments = flags.contains(.edited)
        asset.representationCount = liveVideo == nil ? 1 : 2
        asset.availability = availability
    }

    private var subtypes: MediaSubtypes {
        var subtypes: MediaSubtypes = []
        if liveVideo != nil { subtypes.insert(.livePhoto) }
        if flags.contains(.panorama) { subtypes.insert(.panorama) }
        if ContentType.isRaw(contentType) { subtypes.insert(.raw) }
        return subtypes
    }
}

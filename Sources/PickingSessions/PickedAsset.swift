public import PhotoModel

/// What a picking session knows about an asset that was selected.
public struct PickedAsset: Hashable, Sendable {
    /// The identifier that the backend gave it.
    public let localIdentifier: String
    /// Photo, video, sound or unknown.
    public let mediaType: MediaType
    /// The size, in bytes, of the file that represents it; 0 if it is not known.
    public let byteSize: UInt64
    /// The content tag when it was picked, so that another file in its place is not taken for it.
    public let contentTag: UInt64
    /// The name of its file when it was picked, for people to read; empty if it is not known.
    public let filename: String

    /// An asset as the library knows it at the time it is picked.
    public init(
        localIdentifier: String, mediaType: MediaType, byteSize: UInt64, contentTag: UInt64 = 0, filename: String = ""
    ) {
        self.localIdentifier = localIdentifier
        self.mediaType = mediaType
        self.byteSize = byteSize
        self.contentTag = contentTag
        self.filename = filename
    }
}

extension PickedAsset {
    /// An asset as a library lists it.
    public init(_ asset: Asset) {
        self.init(
            localIdentifier: asset.localIdentifier, mediaType: asset.mediaType,
            byteSize: UInt64(clamping: asset.byteSize), contentTag: asset.contentTag,
            filename: asset.filename)
    }
}

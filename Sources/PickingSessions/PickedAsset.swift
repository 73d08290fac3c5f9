public import PhotoModel

/// What a picking session knows about an asset that was selected.
public struct PickedAsset: Hashable, Sendable {
    /// The identifier that the backend gave it.
    public let localIdentifier: String
    /// Photo, video, sound or unknown.
    public let mediaType: MediaType
    /// Bytes of the file that represents it; 0 where that is not known.
    public let byteSize: UInt64
    /// Of its content when it was picked, so that another file in its place is not taken for it.
    public let contentTag: UInt64

    /// An asset as the library knows it at the time it is picked.
    public init(localIdentifier: String, mediaType: MediaType, byteSize: UInt64, contentTag: UInt64 = 0) {
        self.localIdentifier = localIdentifier
        self.mediaType = mediaType
        self.byteSize = byteSize
        self.contentTag = contentTag
    }
}

extension PickedAsset {
    /// An asset as a library lists it.
    public init(_ asset: Asset) {
        self.init(
            localIdentifier: asset.localIdentifier, mediaType: asset.mediaType,
            byteSize: UInt64(clamping: asset.byteSize), contentTag: asset.contentTag)
    }
}

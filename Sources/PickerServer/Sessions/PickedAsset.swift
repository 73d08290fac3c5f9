public import PhotoModel

/// What a picking session knows about an asset that was selected.
public struct PickedAsset: Equatable, Sendable {
    /// The identifier that the backend gave it.
    public let localIdentifier: String
    /// Photo, video, sound or unknown.
    public let mediaType: MediaType
    /// Bytes of the file that represents it; 0 where that is not known.
    public let byteSize: UInt64

    /// An asset as the library knows it at the time it is picked.
    public init(localIdentifier: String, mediaType: MediaType, byteSize: UInt64) {
        self.localIdentifier = localIdentifier
        self.mediaType = mediaType
        self.byteSize = byteSize
    }
}

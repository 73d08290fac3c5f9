public import PhotoModel

/// What a picking session knows about an asset that somebody selected.
public struct PickedAsset: Equatable, Sendable {
    public let localIdentifier: String
    public let mediaType: MediaType
    public let byteSize: UInt64

    public init(localIdentifier: String, mediaType: MediaType, byteSize: UInt64) {
        self.localIdentifier = localIdentifier
        self.mediaType = mediaType
        self.byteSize = byteSize
    }
}

/// A collection as JSON, on the command line and over HTTP.
public struct CollectionDocument: Encodable, Sendable {
    /// The collection that is encoded.
    public let collection: AssetCollection
    /// The address of its poster, over HTTP only.
    public let posterURL: String?

    /// - Parameter posterURL: the address of its poster; nil leaves the key out.
    public init(_ collection: AssetCollection, posterURL: String? = nil) {
        self.collection = collection
        self.posterURL = posterURL
    }

    private enum Key: String, CodingKey {
        case localIdentifier, title, type, subtype, estimatedAssetCount, parent
        case posterURL = "posterUrl"
    }

    /// Encodes every key, with null for what is not known; only `posterUrl` may be absent.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(collection.localIdentifier, forKey: .localIdentifier)
        try container.encode(collection.title, forKey: .title)
        try container.encode(collection.type.name, forKey: .type)
        try container.encode(collection.subtype.name, forKey: .subtype)
        // Null, not absent, when not known.
        try container.encode(collection.estimatedCount, forKey: .estimatedAssetCount)
        try container.encode(collection.parent, forKey: .parent)
        try container.encodeIfPresent(posterURL, forKey: .posterURL)
    }
}

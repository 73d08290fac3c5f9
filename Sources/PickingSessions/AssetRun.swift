/// Assets that follow each other in a collection, or all of it, selected without a list of them.
///
/// Places are those of the collection's default order under the session's media filter.
public struct AssetRun: Hashable, Sendable {
    /// The collection's identifier.
    public let collection: String
    /// Where it begins and how long it is; nil: the whole collection.
    public let places: Range<Int>?
    /// How many assets it has; with `places` as many as these.
    public let count: Int
    /// The file sizes of its assets, summed; 0 where that is not known.
    public let byteTotal: UInt64

    /// A whole collection.
    ///
    /// - Parameters:
    ///   - count: how many of its assets the session's filter lets pass, at least 0.
    ///   - byteTotal: their file sizes, summed.
    public init(wholeCollection collection: String, count: Int, byteTotal: UInt64) {
        self.collection = collection
        places = nil
        self.count = max(0, count)
        self.byteTotal = byteTotal
    }

    /// A range of a collection.
    ///
    /// - Returns: nil when `places` begins before 0 or has no place.
    public init?(of collection: String, places: Range<Int>, byteTotal: UInt64) {
        guard places.lowerBound >= 0, !places.isEmpty else { return nil }
        self.collection = collection
        self.places = places
        count = places.count
        self.byteTotal = byteTotal
    }

    /// Whether it is all of a collection.
    public var isWholeCollection: Bool { places == nil }
}

/// Assets that follow each other in a list, or all of it, selected without a list of them.
///
/// Places are those of the list under the session's media filter.
public struct AssetRun: Hashable, Sendable {
    /// The list that it is a run of.
    public struct Listing: Hashable, Sendable {
        /// The collection's identifier.
        public let collection: String
        /// The kind that it is narrowed to, by its name; nil: all.
        public let kind: String?
        /// The words that its assets match; nil: any.
        public let text: String?
        /// Whether it begins at the end of the default order.
        public let isReversed: Bool

        /// A collection in its default order, by default all of it.
        public init(collection: String, kind: String? = nil, text: String? = nil, isReversed: Bool = false) {
            self.collection = collection
            self.kind = kind
            self.text = text
            self.isReversed = isReversed
        }
    }

    /// The identifiers of the assets at both ends, by which a run is found again after its library changed.
    public struct Ends: Hashable, Sendable {
        /// Of the first asset.
        public let first: String
        /// Of the last asset.
        public let last: String

        /// The assets at both ends; the same one twice for a run of one.
        public init(first: String, last: String) {
            self.first = first
            self.last = last
        }
    }

    /// Where its assets are listed.
    public let listing: Listing
    /// Where it begins and how long it is; nil: all of the list.
    public let places: Range<Int>?
    /// What is there at its ends; nil where that is not known.
    public let ends: Ends?
    /// Identifiers of assets in it that are not selected.
    public let exceptions: Set<String>
    /// How many assets are selected by it.
    public let count: Int
    /// The file sizes of its assets, summed; 0 where that is not known.
    public let byteTotal: UInt64

    /// A whole collection.
    ///
    /// - Parameters:
    ///   - count: how many of its assets the session's filter lets pass, at least 0.
    ///   - byteTotal: their file sizes, summed.
    public init(wholeCollection collection: String, count: Int, byteTotal: UInt64) {
        listing = Listing(collection: collection)
        places = nil
        ends = nil
        exceptions = []
        self.count = max(0, count)
        self.byteTotal = byteTotal
    }

    /// A range of a list.
    ///
    /// - Parameter exceptions: identifiers of assets in it that are not selected, no others.
    /// - Returns: nil when `places` begins before 0 or has no place.
    public init?(
        of listing: Listing, places: Range<Int>, ends: Ends? = nil, exceptions: Set<String> = [], byteTotal: UInt64 = 0
    ) {
        guard places.lowerBound >= 0, !places.isEmpty else { return nil }
        self.listing = listing
        self.places = places
        self.ends = ends
        self.exceptions = exceptions
        count = max(0, places.count - exceptions.count)
        self.byteTotal = byteTotal
    }

    /// Whether it is all of a collection.
    public var isWholeCollection: Bool { places == nil }
}

/// Consecutive assets of a list, or all of it, selected without listing them one by one.
///
/// Positions are those of the list under the session's media filter.
public struct AssetRun: Hashable, Sendable {
    /// The list that it is a run of.
    public struct Listing: Hashable, Sendable {
        /// The collection's identifier.
        public let collection: String
        /// The name of the kind that it is filtered by; nil: all kinds.
        public let kind: String?
        /// The words that its assets match; nil if there are none.
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
    /// Its positions in the list; nil: all of the list.
    public let places: Range<Int>?
    /// The assets at its ends; nil if they are not known.
    public let ends: Ends?
    /// Identifiers of assets in it that are not selected.
    public let exceptions: Set<String>
    /// How many assets are selected by it.
    public let count: Int
    /// The sum of the file sizes of its assets; 0 if it is not known.
    public let byteTotal: UInt64

    /// A whole collection.
    ///
    /// - Parameters:
    ///   - count: how many of its assets match the session's filter; at least 0.
    ///   - byteTotal: the sum of their file sizes.
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
    /// - Parameter exceptions: identifiers of assets in it that are not selected, and of no others.
    /// - Returns: nil if `places` begins before 0 or is empty.
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

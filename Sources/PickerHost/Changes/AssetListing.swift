internal import PhotoModel

/// Which assets a fetch result had and how they looked, to compare a later one with.
struct AssetListing: Sendable {
    /// Listings are not made of more assets than that: reading them again would take longer than people wait.
    static let limit = 200_000
    private static let windowLength = 1000

    private let identifiers: [String]
    /// Hashes of all that is known of the assets.
    private let fingerprints: [Int]

    /// Nil when there are too many assets.
    init?(_ result: FetchResult, limit: Int = Self.limit) async throws(PhotoError) {
        var identifiers: [String] = []
        var fingerprints: [Int] = []
        while true {
            let assets = try await result.window(offset: identifiers.count, length: Self.windowLength)
            guard identifiers.count + assets.count <= limit else { return nil }
            identifiers += assets.map(\.localIdentifier)
            fingerprints += assets.map(\.hashValue)
            if assets.count < Self.windowLength { break }
        }
        self.identifiers = identifiers
        self.fingerprints = fingerprints
    }

    /// What happened between this listing and a newer one; nil when one of them has an asset twice.
    func details(to newer: AssetListing) -> ChangeDetails? {
        var newIndexes = Self.indexes(newer.identifiers)
        guard newIndexes.count == newer.identifiers.count, Self.indexes(identifiers).count == identifiers.count else {
            return nil
        }
        var places = identifiers.enumerated().map { old, identifier in
            let new = newIndexes.removeValue(forKey: identifier)
            let isChanged = new.map { newer.fingerprints[$0] != fingerprints[old] } ?? false
            return ListDifference.Place(old: old, new: new, isChanged: isChanged)
        }
        places += newIndexes.values.map { ListDifference.Place(old: nil, new: $0, isChanged: false) }
        return ListDifference(places).details
    }

    private static func indexes(_ identifiers: [String]) -> [String: Int] {
        Dictionary(zip(identifiers, identifiers.indices)) { first, _ in first }
    }
}

internal import PhotoModel

/// How many assets collections have, as fetches of them counted. A pure value.
///
/// A fetch goes on giving what it gave (R9.7): one that is counted again after the library changed says nothing of a collection.
struct CollectionCounts {
    private struct Entry {
        let count: Int
        let fetch: Int
    }

    private var entries: [LocalIdentifier: Entry] = [:]
    private var nextFetch = 0
    /// What fetches before it counted may not be true any more.
    private var firstFetch = 0

    subscript(collection: LocalIdentifier) -> Int? { entries[collection]?.count }

    /// A fetch begins.
    ///
    /// - Returns: its number.
    mutating func begin() -> Int {
        defer { nextFetch += 1 }
        return nextFetch
    }

    /// A fetch of all assets of a collection was counted.
    mutating func note(_ count: Int, of collection: LocalIdentifier, by fetch: Int) {
        guard fetch >= firstFetch, (entries[collection]?.fetch ?? fetch) <= fetch else { return }
        entries[collection] = Entry(count: count, fetch: fetch)
    }

    /// Something changed.
    mutating func forget() {
        entries = [:]
        firstFetch = nextFetch
    }
}

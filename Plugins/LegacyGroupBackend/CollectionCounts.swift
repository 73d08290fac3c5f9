internal import PhotoModel

/// How many assets collections have, as counted by fetches of them.
///
/// A fetch keeps returning the same assets (R9.7), so a fetch that is counted again after the library changed says
/// nothing about a collection.
struct CollectionCounts {
    private struct Entry {
        let count: Int
        let fetch: Int
    }

    private var entries: [LocalIdentifier: Entry] = [:]
    private var nextFetch = 0
    /// The counts of fetches before this one may be out of date.
    private var firstFetch = 0

    subscript(collection: LocalIdentifier) -> Int? { entries[collection]?.count }

    /// Notes that a fetch begins.
    ///
    /// - Returns: its number.
    mutating func begin() -> Int {
        defer { nextFetch += 1 }
        return nextFetch
    }

    /// Notes the count of a fetch of all assets in a collection.
    mutating func note(_ count: Int, of collection: LocalIdentifier, by fetch: Int) {
        guard fetch >= firstFetch, (entries[collection]?.fetch ?? fetch) <= fetch else { return }
        entries[collection] = Entry(count: count, fetch: fetch)
    }

    /// Drops all counts, because something changed.
    mutating func forget() {
        entries = [:]
        firstFetch = nextFetch
    }
}

internal import PhotoModel
internal import Platform

/// A cache of the collections of a library.
final class Shelves: Sendable {
    /// A collection, with properties that are not part of the contract.
    struct Entry: Sendable {
        var collection: AssetCollection
        /// Its key asset.
        var keyAsset: ImmichID?
        /// Whether it may contain photos of others, which a search does not find.
        var isShared = false
    }

    private struct State {
        var entries: [Entry]?
        var since: UInt64 = 0
    }

    /// How long the collections are used without asking the server again, in nanoseconds.
    private static let freshness: UInt64 = 5_000_000_000
    private let state = Mutex(State())

    /// The collections if they were read recently; otherwise nil.
    var fresh: [Entry]? {
        state.withLock { $0.since &+ Self.freshness > MonotonicTime.now ? $0.entries : nil }
    }

    /// The collections that were read last, however old they are, for use while the server cannot be reached.
    var last: [Entry]? { state.withLock { $0.entries } }

    func keep(_ entries: [Entry]) {
        state.withLock { state in (state.entries, state.since) = (entries, MonotonicTime.now) }
    }

    /// Marks the collections as old, because they may have changed.
    func outdate() { state.withLock { $0.since = 0 } }
}

internal import PhotoModel
internal import Platform

/// What was learned of the collections of a library.
final class Shelves: Sendable {
    /// A collection, and what belongs to it that the contract does not know.
    struct Entry: Sendable {
        var collection: AssetCollection
        /// The photo that stands for it.
        var keyAsset: ImmichID?
        /// Whether others can put photos into it: a search finds only one's own.
        var isShared = false
    }

    private struct State {
        var entries: [Entry]?
        var since: UInt64 = 0
    }

    /// For how long it is not asked again.
    private static let freshness: UInt64 = 5_000_000_000
    private let state = Mutex(State())

    /// What is known; nil when it is not, or not any more.
    var fresh: [Entry]? {
        state.withLock { $0.since &+ Self.freshness > MonotonicTime.now ? $0.entries : nil }
    }

    /// What was known last, for when the server cannot be asked.
    var last: [Entry]? { state.withLock { $0.entries } }

    func keep(_ entries: [Entry]) {
        state.withLock { state in (state.entries, state.since) = (entries, MonotonicTime.now) }
    }

    /// Says that it may have changed.
    func outdate() { state.withLock { $0.since = 0 } }
}

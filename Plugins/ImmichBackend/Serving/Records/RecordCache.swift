internal import Platform

/// A cache of the records that were read or used last, so that image requests after a listing need not request them again.
final class RecordCache: Sendable {
    private struct Entry {
        let record: AssetRecord
        /// When it came from the server.
        let since: UInt64
    }

    private struct State {
        var young: [ImmichID: Entry] = [:]
        var old: [ImmichID: Entry] = [:]
    }

    private let generation: Int
    /// How long a list may show a record without requesting it again, in nanoseconds.
    private let freshness: UInt64
    private let state = Mutex(State())

    /// - Parameters:
    ///   - generation: after this many new records, those that were not used meanwhile are dropped.
    ///   - freshness: how long a list may show a record without requesting it again, in nanoseconds.
    init(generation: Int = 4_096, freshness: UInt64 = 10_000_000_000) {
        (self.generation, self.freshness) = (generation, freshness)
    }

    func remember(_ records: some Sequence<AssetRecord>) {
        let now = MonotonicTime.now
        state.withLock { state in
            for record in records { insert(Entry(record: record, since: now), &state) }
        }
    }

    /// The last record, however old it is, which is enough for image requests.
    subscript(_ id: ImmichID) -> AssetRecord? { entry(id)?.record }

    /// A record that is new enough to be listed. A library that is not observed does not learn that an asset was deleted or became a
    /// favourite.
    func fresh(_ id: ImmichID) -> AssetRecord? {
        entry(id).flatMap { $0.since &+ freshness > MonotonicTime.now ? $0.record : nil }
    }

    private func entry(_ id: ImmichID) -> Entry? {
        state.withLock { state in
            if let entry = state.young[id] { return entry }
            guard let entry = state.old[id] else { return nil }
            insert(entry, &state)
            return entry
        }
    }

    func forget(_ ids: some Sequence<ImmichID>) {
        state.withLock { state in
            for id in ids { (state.young[id], state.old[id]) = (nil, nil) }
        }
    }

    private func insert(_ entry: Entry, _ state: inout State) {
        if state.young.count >= generation { (state.old, state.young) = (state.young, [:]) }
        state.young[entry.record.id] = entry
    }
}

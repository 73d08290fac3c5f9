internal import Platform

/// The records that were seen last: image requests that follow a listing need not ask for them again.
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
    /// For how long what a list shows need not be asked for again, in nanoseconds.
    private let freshness: UInt64
    private let state = Mutex(State())

    /// - Parameters:
    ///   - generation: how many come before those that were not asked for meanwhile go.
    ///   - freshness: for how long a list may show a record again, in nanoseconds.
    init(generation: Int = 4_096, freshness: UInt64 = 10_000_000_000) {
        (self.generation, self.freshness) = (generation, freshness)
    }

    func remember(_ records: some Sequence<AssetRecord>) {
        let now = MonotonicTime.now
        state.withLock { state in
            for record in records { insert(Entry(record: record, since: now), &state) }
        }
    }

    /// What was known last, however long ago: enough to say which image is asked for.
    subscript(_ id: ImmichID) -> AssetRecord? { entry(id)?.record }

    /// What is new enough to be listed: no one tells a library that is not observed of what was deleted or became a favourite.
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

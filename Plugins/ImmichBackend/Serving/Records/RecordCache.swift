internal import Platform

/// The records that were seen last: image requests that follow a listing need not ask for them again.
final class RecordCache: Sendable {
    private struct State {
        var young: [ImmichID: AssetRecord] = [:]
        var old: [ImmichID: AssetRecord] = [:]
    }

    private let generation: Int
    private let state = Mutex(State())

    /// - Parameter generation: how many come before those that were not asked for meanwhile go.
    init(generation: Int = 4_096) { self.generation = generation }

    func remember(_ records: some Sequence<AssetRecord>) {
        state.withLock { state in
            for record in records { insert(record, &state) }
        }
    }

    subscript(_ id: ImmichID) -> AssetRecord? {
        state.withLock { state in
            if let record = state.young[id] { return record }
            guard let record = state.old[id] else { return nil }
            insert(record, &state)
            return record
        }
    }

    func forget(_ ids: some Sequence<ImmichID>) {
        state.withLock { state in
            for id in ids { (state.young[id], state.old[id]) = (nil, nil) }
        }
    }

    private func insert(_ record: AssetRecord, _ state: inout State) {
        if state.young.count >= generation { (state.old, state.young) = (state.young, [:]) }
        state.young[record.id] = record
    }
}

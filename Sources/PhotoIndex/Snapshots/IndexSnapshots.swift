internal import GRDB
internal import Platform

/// The states of an index that fetch results hold.
///
/// Fetches that begin while the index does not change, by this process or another, share one state. A state has one
/// connection, or two while it is used for long reads; each takes two file descriptors. When `limit` states are held,
/// the least recently used one is closed to make room: its fetch results throw `expired` from then on, and callers
/// fetch again.
///
/// New preview hashes do not count as a change. While few states are held, the next fetch still gets a new state that
/// has them; no state is closed because of them.
final class IndexSnapshots: Sendable {
    static let limit = 64
    private static let limitForPreviewHashes = limit / 4

    private let pool: DatabasePool
    private let states = Mutex<[Held]>([])
    /// How many times preview hashes were written.
    private let previewHashCount = Atomic(0)

    private struct Held {
        weak var state: IndexSnapshot?
        /// The count from just before the state was opened.
        let previewHashCount: Int
    }

    init(_ pool: DatabasePool) { self.pool = pool }

    /// A snapshot of the current state of the index.
    func current() throws(IndexError) -> IndexSnapshot {
        do {
            let generation = try pool.read { try LibraryRow.generation($0) }
            if let known = newest(), known.generation == generation { return known }
            let previewHashes = previewHashCount.load(ordering: .acquiring)
            let state = try IndexSnapshot(pool)
            keep(Held(state: state, previewHashCount: previewHashes))
            return state
        } catch {
            throw IndexError(error)
        }
    }

    /// The number of states that are held.
    var count: Int { states.withLock { $0.count { $0.state != nil } } }

    /// Notes that preview hashes were written and committed.
    func noteNewPreviewHashes() { previewHashCount.add(1, ordering: .releasing) }

    /// The state that was opened last; nil if there is none, or if a new one should be opened because it may have more
    /// preview hashes.
    private func newest() -> IndexSnapshot? {
        states.withLock { states in
            guard let last = states.last, let state = last.state else { return nil }
            if last.previewHashCount == previewHashCount.load(ordering: .relaxed) { return state }
            return states.count { $0.state != nil } < Self.limitForPreviewHashes ? nil : state
        }
    }

    private func keep(_ next: Held) {
        let given = states.withLock { states -> [IndexSnapshot] in
            let living = states.compactMap(\.state)
            let excess = max(0, living.count - Self.limit + 1)
            let given = living.sorted { $0.lastUse < $1.lastUse }.prefix(excess)
            states.removeAll { held in held.state == nil || given.contains { $0 === held.state } }
            states.append(next)
            return Array(given)
        }
        for state in given { state.expire() }
    }
}

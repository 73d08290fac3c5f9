internal import GRDB
internal import Platform

/// The states of an index that fetch results hold.
///
/// Fetches that begin while the index does not change share one state; changes by other processes count. A state costs
/// one connection, two when it does long work at the same time: two descriptors each. When `limit` states are held, the
/// one that was used the longest time ago is given up for the next: its fetch results throw `expired` from then on, and
/// holders of them fetch again.
///
/// New preview hashes are no change. The next fetch gets a state that has them all the same, as long as few states are
/// held: never is one given up for them.
final class IndexSnapshots: Sendable {
    static let limit = 64
    private static let limitForPreviewHashes = limit / 4

    private let pool: DatabasePool
    private let states = Mutex<[Held]>([])
    /// How often preview hashes were written.
    private let previewHashCount = Atomic(0)

    private struct Held {
        weak var state: IndexSnapshot?
        /// As of before the state began.
        let previewHashCount: Int
    }

    init(_ pool: DatabasePool) { self.pool = pool }

    /// The state that the index is in now.
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

    /// How many states are held.
    var count: Int { states.withLock { $0.count { $0.state != nil } } }

    /// Preview hashes were written, and committed.
    func noteNewPreviewHashes() { previewHashCount.add(1, ordering: .releasing) }

    /// The last state that began; nil when there is none, or when the next one may have more preview hashes.
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

internal import GRDB
internal import Synchronization

/// The states of a catalog that fetch results hold.
///
/// Fetches that begin while the catalog does not change share one state; changes by other processes count. A state costs
/// one connection, two when it does long work at the same time: two descriptors each. When `limit` states are held, the
/// one that was used the longest time ago is given up for the next: its fetch results throw `expired` from then on, and
/// whoever holds them fetches again.
///
/// New placeholders are no change. The next fetch gets a state that has them all the same, as long as few states are held:
/// never is one given up for them.
final class CatalogStates: Sendable {
    static let limit = 64
    private static let limitForPlaceholders = limit / 4

    private let pool: DatabasePool
    private let states = Mutex<[Held]>([])
    /// How often placeholders were written.
    private let placeholderCount = Atomic(0)

    private struct Held {
        weak var state: CatalogState?
        /// As of before the state began.
        let placeholderCount: Int
    }

    init(_ pool: DatabasePool) { self.pool = pool }

    /// The state that the catalog is in now.
    func current() throws(IndexError) -> CatalogState {
        do {
            let generation = try pool.read { try Generation.read($0) }
            if let known = newest(), known.generation == generation { return known }
            let placeholders = placeholderCount.load(ordering: .acquiring)
            let state = try CatalogState(pool)
            keep(Held(state: state, placeholderCount: placeholders))
            return state
        } catch {
            throw IndexError(error)
        }
    }

    /// How many states are held.
    var count: Int { states.withLock { $0.count { $0.state != nil } } }

    /// Placeholders were written, and committed.
    func noteNewPlaceholders() { placeholderCount.add(1, ordering: .releasing) }

    /// The last state that began; nil when there is none, or when the next one may have more placeholders.
    private func newest() -> CatalogState? {
        states.withLock { states in
            guard let last = states.last, let state = last.state else { return nil }
            if last.placeholderCount == placeholderCount.load(ordering: .relaxed) { return state }
            return states.count { $0.state != nil } < Self.limitForPlaceholders ? nil : state
        }
    }

    private func keep(_ next: Held) {
        let given = states.withLock { states -> [CatalogState] in
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

internal import GRDB
internal import Synchronization

/// The states of a catalog that fetch results hold.
///
/// Fetches that begin while the catalog does not change share one state; changes by other processes count. A state costs
/// one connection, two when it does long work at the same time: two descriptors each. When `limit` states are held, the
/// one that was used the longest time ago is given up for the next: its fetch results throw `expired` from then on, and
/// whoever holds them fetches again.
final class CatalogStates: Sendable {
    static let limit = 64

    private let pool: DatabasePool
    private let states = Mutex<[Held]>([])

    private struct Held {
        weak var state: CatalogState?
    }

    init(_ pool: DatabasePool) { self.pool = pool }

    /// The state that the catalog is in now.
    func current() throws(IndexError) -> CatalogState {
        do {
            let generation = try pool.read { try Generation.read($0) }
            if let known = newest(), known.generation == generation { return known }
            let state = try CatalogState(pool)
            keep(state)
            return state
        } catch {
            throw IndexError(error)
        }
    }

    /// How many states are held.
    var count: Int { states.withLock { $0.count { $0.state != nil } } }

    private func newest() -> CatalogState? { states.withLock { $0.last?.state } }

    private func keep(_ state: CatalogState) {
        let given = states.withLock { states -> [CatalogState] in
            let living = states.compactMap(\.state)
            let excess = max(0, living.count - Self.limit + 1)
            let given = living.sorted { $0.lastUse < $1.lastUse }.prefix(excess)
            states = living.filter { state in !given.contains { $0 === state } }.map { Held(state: $0) }
            states.append(Held(state: state))
            return Array(given)
        }
        for state in given { state.expire() }
    }
}

/// A point in the history of a library, which a list shows.
struct HistoryPoint: Hashable, Sendable {
    /// The number of the newest change.
    let change: Int64
    /// `PostgresLibrary.past` before the number was read: after a failover that lost changes, another change may get the same number.
    let past: Int
}

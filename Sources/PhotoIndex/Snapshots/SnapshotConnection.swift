internal import GRDB
internal import PhotoModel

/// A connection that sees one state of the index for as long as it is open. One thread uses it at a time.
final class SnapshotConnection: Sendable {
    private let snapshot: DatabaseSnapshot
    private let lock = CancellableLock()
    /// The generation of the index. Connections with equal generations show the same assets.
    let generation: Int64

    init(_ pool: DatabasePool) throws {
        snapshot = try pool.makeSnapshot()
        generation = try snapshot.read { database in
            // Limits the memory that reading a whole fetch result takes.
            try database.execute(sql: "PRAGMA cache_size = -3072")
            return try LibraryRow.generation(database)
        }
    }

    /// Runs `body`, which must not use this connection in another way.
    func read<Result>(
        cancellation: Cancellation, _ body: (Database) throws -> Result
    ) throws -> Result {
        try lock.withLock(cancellation: cancellation) { try watched(cancellation, body) }
    }

    /// Runs `body` if no other thread uses the connection; otherwise returns nil.
    func readIfFree<Result>(
        cancellation: Cancellation, _ body: (Database) throws -> Result
    ) throws -> Result? {
        try lock.withLockIfFree { try watched(cancellation, body) }
    }

    private func watched<Result>(
        _ cancellation: Cancellation, _ body: (Database) throws -> Result
    ) throws -> Result {
        try snapshot.read { database in
            try Interruption.watch(database, cancellation: cancellation) { try body(database) }
        }
    }
}

internal import GRDB
internal import PhotoModel

/// A connection that sees one state of the index for as long as it lives; used by one thread at a time.
final class SnapshotConnection: Sendable {
    private let snapshot: DatabaseSnapshot
    private let lock = CancellableLock()
    /// Of the index; equal ones are of one state.
    let generation: Int64

    init(_ pool: DatabasePool) throws {
        snapshot = try pool.makeSnapshot()
        generation = try snapshot.read { database in
            // Bounds what reading a whole fetch result adds to the process.
            try database.execute(sql: "PRAGMA cache_size = -3072")
            return try LibraryRow.generation(database)
        }
    }

    /// Runs `body`, which must not call back into what uses this connection.
    func read<Result>(
        cancellation: Cancellation, _ body: (Database) throws -> Result
    ) throws -> Result {
        try lock.withLock(cancellation: cancellation) { try watched(cancellation, body) }
    }

    /// Runs `body` if no other thread uses the connection now; nil otherwise.
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

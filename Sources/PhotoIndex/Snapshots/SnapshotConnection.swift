internal import GRDB

/// A connection that sees one state of the catalog for as long as it lives; used by one thread at a time.
final class SnapshotConnection: Sendable {
    private let snapshot: DatabaseSnapshot
    private let turn = Turn()
    /// Of the catalog; equal ones are of one state.
    let generation: Int64

    init(_ pool: DatabasePool) throws {
        snapshot = try pool.makeSnapshot()
        generation = try snapshot.read { database in
            // Bounds what reading a whole fetch result adds to the process.
            try database.execute(sql: "PRAGMA cache_size = -3072")
            return try Generation.read(database)
        }
    }

    /// Runs `body`, which must not call back into what uses this connection.
    func read<Result>(
        check: () throws -> Void, _ body: (Database) throws -> Result
    ) throws -> Result {
        try turn.take(check: check) { try watched(check, body) }
    }

    /// Runs `body` if no other thread uses the connection now; nil otherwise.
    func readIfFree<Result>(
        check: () throws -> Void, _ body: (Database) throws -> Result
    ) throws -> Result? {
        try turn.takeIfFree { try watched(check, body) }
    }

    private func watched<Result>(
        _ check: () throws -> Void, _ body: (Database) throws -> Result
    ) throws -> Result {
        try snapshot.read { database in
            try Interruption.watch(database, check: check) { try body(database) }
        }
    }
}

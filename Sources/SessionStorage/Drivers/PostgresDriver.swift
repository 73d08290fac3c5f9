internal import PhotoModel
internal import Platform
internal import PostgresClient

/// A store in a schema of a PostgreSQL database, for hosts on several machines.
///
/// Writers hold a lock of the store until they have committed, so that they come one after the other, as with SQLite.
/// Each transaction sets its own search path, so that a connection pool in transaction mode may be in between.
final class PostgresDriver: StoreDriver {
    /// How long to wait for a connection that is free, and for the answer to one statement, in milliseconds.
    static let patience: UInt64 = 15_000
    private static let connections = 4

    let name: String
    let version: (any StoreVersion)?
    private let address: DatabaseAddress
    private let schema: SQLName
    private let threads: ConnectionThreads

    /// Migrates the tables to this version, while hosts of older ones may be using them.
    init(_ address: DatabaseAddress, schema: SQLName) throws(SessionStoreError) {
        self.address = address
        self.schema = schema
        name = "PostgreSQL at \(address.name)"
        threads = ConnectionThreads(most: Self.connections)
        version = ServerVersion(address, schema: schema, threads)
        do throws(DatabaseError) {
            let cancellation = Self.cancellation()
            try PostgresMigrations.run(try Connection(address, cancellation), schema, cancellation)
        } catch {
            throw SessionStoreError(error, address)
        }
    }

    static func cancellation() -> Cancellation {
        let end = MonotonicTime.now + patience * 1_000_000
        return Cancellation { MonotonicTime.now >= end ? .deadline : nil }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let begin = SQL("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ") + place
        return try await run(begin, body, SQL("COMMIT"))
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        // If a host loses power while it writes, the others wait no longer than this.
        let begin =
            SQL("BEGIN ISOLATION LEVEL READ COMMITTED; ") + place
            + SQL(
                """
                ; SET LOCAL lock_timeout = 5000; SET LOCAL idle_in_transaction_session_timeout = 30000; \
                SELECT pg_advisory_xact_lock(1349276517, 'version'::regclass::oid::int4)
                """)
        // A transaction that wrote nothing has no number, and makes no new version. The version grows by a random
        // amount: a standby that replaces this server may lack the last commits. If it gave one of their numbers to
        // another commit, hosts with cached answers of the lost commit would take the two for the same.
        let end = SQL(
            """
            UPDATE version SET number = number + 1 + floor(random() * 1000000)::bigint \
            WHERE pg_current_xact_id_if_assigned() IS NOT NULL; COMMIT
            """)
        return try await run(begin, body, end)
    }

    // The connections are closed with the threads that have them. Nothing is left behind on this machine.
    func close() {}

    private var place: SQL { SQL("SET LOCAL search_path TO ") + SQL(schema) + SQL(", pg_temp") }

    private func run<Result: Sendable>(
        _ begin: SQL, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result, _ end: SQL
    ) async throws -> Result {
        do {
            return try await threads.run(patience: Self.patience * 1_000_000) { [address] connection in
                let current = try Self.begin(begin, &connection, address, Self.cancellation())
                defer { if current.isBroken { connection = nil } }
                do {
                    let result = try body(PostgresTransaction(connection: current))
                    try current.runScript(end, Self.cancellation())
                    return result
                } catch {
                    Self.rollBack(current)
                    throw error
                }
            }
        } catch let error as DatabaseError {
            throw SessionStoreError(error, address)
        }
    }

    private static func begin(
        _ begin: SQL, _ connection: inout Connection?, _ address: DatabaseAddress, _ cancellation: Cancellation
    ) throws(DatabaseError) -> Connection {
        try withConnection(&connection, address, cancellation) { current throws(DatabaseError) in
            do throws(DatabaseError) {
                try current.runScript(begin, cancellation)
                return current
            } catch {
                rollBack(current)
                throw error
            }
        }
    }

    /// Runs something that may safely be run again, over another connection if the server has closed this one
    /// meanwhile.
    fileprivate static func withConnection<Result>(
        _ connection: inout Connection?, _ address: DatabaseAddress, _ cancellation: Cancellation,
        _ body: (Connection) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        if let kept = connection {
            do throws(DatabaseError) {
                return try body(kept)
            } catch {
                if kept.isBroken { connection = nil }
                guard case .lost = error else { throw error }
                connection = nil
            }
        }
        let fresh = try Connection(address, cancellation)
        let result = try body(fresh)
        connection = fresh
        return result
    }

    private static func rollBack(_ connection: Connection) {
        // A broken connection ends its transaction by itself.
        if !connection.isBroken { try? connection.runScript(SQL("ROLLBACK"), cancellation()) }
    }
}

private struct PostgresTransaction: StoreTransaction {
    let connection: Connection

    func run(_ statement: SQL) throws -> [StoreRow] {
        let table = try connection.table(statement, PostgresDriver.cancellation())
        return StoreRow.rows(table.columns, table.rows)
    }

    func continueIdentifiers(of table: SQLName) throws {
        let highest = SQL("(SELECT max(id) FROM ") + SQL(table) + SQL(")")
        _ = try run(
            SQL("SELECT setval(pg_get_serial_sequence(?, 'id'), ", .text(SQL(table).text)) + highest
                + SQL(") WHERE ") + highest + SQL(" IS NOT NULL"))
    }
}

/// The version of a store on a server: a number that grows with each commit. It is queried each time, because what was
/// revoked on one host has to be refused with the next request on every other.
private final class ServerVersion: StoreVersion {
    private let address: DatabaseAddress
    private let statement: SQL
    private let threads: ConnectionThreads

    init(_ address: DatabaseAddress, schema: SQLName, _ threads: ConnectionThreads) {
        self.address = address
        self.threads = threads
        statement = SQL("SELECT number FROM ") + SQL(schema) + SQL(".version")
    }

    var current: StoreVersionValue? {
        get async { (try? await number()).map { .counter($0, opening: 0) } }
    }

    private func number() async throws -> Int {
        try await threads.run(patience: PostgresDriver.patience * 1_000_000) { [address, statement] connection in
            let cancellation = PostgresDriver.cancellation()
            return try PostgresDriver.withConnection(&connection, address, cancellation) {
                current throws(DatabaseError) in try Self.number(current, statement, cancellation)
            }
        }
    }

    private static func number(
        _ connection: Connection, _ statement: SQL, _ cancellation: Cancellation
    ) throws(DatabaseError) -> Int {
        let row = try connection.run(statement, cancellation).first
        guard let number = row?.integer(0) else { throw .failed(state: "02000", "the store has no version") }
        return Int(number)
    }
}

extension SessionStoreError {
    /// Makes the error for what PostgreSQL reported.
    init(_ error: DatabaseError, _ address: DatabaseAddress) {
        let name = "PostgreSQL at \(address.name)"
        self =
            switch error {
            case .refused(let reason):
                .server(
                    PhotoError(
                        .signInRequired,
                        "\(name) lets no one in with this name and password (\(reason)); "
                            + "picker store use says another password"))
            case .ended: .server(PhotoError(.offline, "\(name) did not answer for \(PostgresDriver.patience / 1000) s"))
            case .failed(state: "55P03", _): .busy(file: name)
            case .failed(state: PostgresMigrations.tooNew, let words):
                .server(PhotoError(.unsupported, "\(name): \(words)"))
            default: .server(PhotoError(error, address.name))
            }
    }
}

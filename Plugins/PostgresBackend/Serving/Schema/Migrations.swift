package import PhotoModel

/// Brings the tables to the version that this program knows, beside hosts that do the same and hosts that are older.
package struct Migrations {
    let connection: Connection
    let cancellation: Cancellation

    /// The lock of all that change tables: "Pick" in letters.
    private static let lock: Int64 = 0x5069_636B

    /// - Throws: `.unsupported` when the tables were made for newer programs; what the database refuses.
    package static func run(
        _ connection: Connection, _ name: String, _ cancellation: Cancellation
    ) throws(PhotoError) {
        let migrations = Migrations(connection: connection, cancellation: cancellation)
        let state: (number: Int64, oldestReader: Int64)
        do throws(DatabaseError) {
            if try migrations.state().number < Migration.known { try migrations.apply() }
            state = try migrations.state()
        } catch {
            throw PhotoError(error, name)
        }
        guard state.oldestReader <= Migration.known else {
            throw .unsupported(
                "the tables at \(name) are of version \(state.number), which this Picker does not understand; "
                    + "install the Picker that the other hosts have")
        }
    }

    private func state() throws(DatabaseError) -> (number: Int64, oldestReader: Int64) {
        // Who may not make anything can still look whether it is there.
        let table = try connection.run(SQL("SELECT to_regclass('picker.migration') IS NOT NULL"), cancellation)
        guard table.first?.flag(0) == true else { return (0, 0) }
        let row = try connection.run(
            SQL("SELECT coalesce(max(number), 0), coalesce(max(oldest_reader), 0) FROM picker.migration"), cancellation
        ).first
        return (row?.integer(0) ?? 0, row?.integer(1) ?? 0)
    }

    private func apply() throws(DatabaseError) {
        try connection.transaction(cancellation) { () throws(DatabaseError) in
            _ = try connection.run(SQL("SELECT pg_advisory_xact_lock(?)", .integer(Self.lock)), cancellation)
            for statement in Migration.ground { _ = try connection.run(statement, cancellation) }
            let number = try state().number
            for migration in Migration.all where migration.number > number {
                for statement in migration.statements { _ = try connection.run(statement, cancellation) }
                _ = try connection.run(
                    SQL(
                        "INSERT INTO picker.migration (number, oldest_reader) VALUES (?, ?)",
                        .integer(migration.number), .integer(migration.oldestReader)), cancellation)
            }
        }
    }
}

extension Connection {
    /// Runs statements as one: all of them, or none.
    package func transaction<Result>(
        _ cancellation: Cancellation, _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        _ = try run(SQL("BEGIN"), cancellation)
        do throws(DatabaseError) {
            let result = try body()
            _ = try run(SQL("COMMIT"), cancellation)
            return result
        } catch {
            // One that is broken ends with its connection.
            if !isBroken { _ = try? run(SQL("ROLLBACK")) }
            throw error
        }
    }
}

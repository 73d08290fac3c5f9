package import PhotoModel

/// Migrates the tables of a schema to the version of this program, while other hosts do the same or use older versions.
package struct SchemaMigrations {
    /// A migration from one version of the tables to the next. A published one is never changed.
    package struct Step: Sendable {
        let oldestReader: Int64
        let statements: [SQL]

        /// - Parameter oldestReader: the oldest version of a program that still understands the tables after it.
        package init(oldestReader: Int64, _ statements: [SQL]) {
            self.oldestReader = oldestReader
            self.statements = statements
        }
    }

    /// The version of the tables; 0 if there are none.
    package struct State: Sendable {
        package let number: Int64
        /// The oldest version of a program that understands them.
        package let oldestReader: Int64
    }

    private let schema: SQLName
    private let lock: Int64
    private let ground: [SQL]
    private let steps: [Step]

    /// - Parameters:
    ///   - schema: the schema with the tables; made if it does not exist.
    ///   - lock: the number of the lock for changing its tables, for pg_advisory_xact_lock.
    ///   - ground: statements that are run before the first step, each time that there are steps to take.
    ///   - steps: the first one makes version 1.
    package init(schema: SQLName, lock: Int64, ground: [SQL] = [], _ steps: [Step]) {
        self.schema = schema
        self.lock = lock
        self.ground = ground
        self.steps = steps
    }

    /// Whether this program understands such tables.
    package func understands(_ state: State) -> Bool { state.oldestReader <= Int64(steps.count) }

    /// - Returns: the state of the tables afterwards.
    /// - Throws: errors of the database.
    package func run(_ connection: Connection, _ cancellation: Cancellation) throws(DatabaseError) -> State {
        if try state(connection, cancellation).number < Int64(steps.count) { try apply(connection, cancellation) }
        return try state(connection, cancellation)
    }

    private var table: SQL { SQL(schema) + SQL(".migration") }

    private func state(_ connection: Connection, _ cancellation: Cancellation) throws(DatabaseError) -> State {
        // A user who may not create anything can still check whether the tables exist.
        let found = try connection.run(SQL("SELECT to_regclass(?) IS NOT NULL", .text(table.text)), cancellation)
        guard found.first?.flag(0) == true else { return State(number: 0, oldestReader: 0) }
        let row = try connection.run(
            SQL("SELECT coalesce(max(number), 0), coalesce(max(oldest_reader), 0) FROM ") + table, cancellation
        ).first
        return State(number: row?.integer(0) ?? 0, oldestReader: row?.integer(1) ?? 0)
    }

    private func apply(_ connection: Connection, _ cancellation: Cancellation) throws(DatabaseError) {
        func run(_ statement: SQL) throws(DatabaseError) { _ = try connection.run(statement, cancellation) }
        try connection.transaction(cancellation) { () throws(DatabaseError) in
            // The timeouts that are set for a database or a user are too short for making an index of ten million rows.
            try run(SQL("SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)"))
            try run(SQL("SELECT pg_advisory_xact_lock(?)", .integer(lock)))
            try run(SQL("CREATE SCHEMA IF NOT EXISTS ") + SQL(schema))
            try run(makingTable)
            for statement in ground { try run(statement) }
            let number = try state(connection, cancellation).number
            for (place, step) in steps.enumerated() where Int64(place) >= number {
                for statement in step.statements { try run(statement) }
                try run(noting(step, number: Int64(place) + 1))
            }
        }
    }

    private var makingTable: SQL {
        SQL("CREATE TABLE IF NOT EXISTS ") + table
            + SQL(
                """
                 (
                    number bigint PRIMARY KEY,
                    oldest_reader bigint NOT NULL,
                    applied timestamptz NOT NULL DEFAULT now()
                )
                """)
    }

    private func noting(_ step: Step, number: Int64) -> SQL {
        SQL("INSERT INTO ") + table
            + SQL(" (number, oldest_reader) VALUES (?, ?)", .integer(number), .integer(step.oldestReader))
    }
}

extension Connection {
    /// Runs statements in one transaction. Each statement sees what others committed before it, whatever the database's
    /// default is. Time may pass between them, longer than the administrator's limit for idle transactions: sending a
    /// file may take that long.
    package func transaction<Result>(
        _ cancellation: Cancellation, _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try runScript(
            SQL("BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = 0"), cancellation
        )
        do throws(DatabaseError) {
            let result = try body()
            _ = try run(SQL("COMMIT"), cancellation)
            return result
        } catch {
            // A broken connection ends its transaction by itself.
            if !isBroken { _ = try? run(SQL("ROLLBACK")) }
            throw error
        }
    }
}

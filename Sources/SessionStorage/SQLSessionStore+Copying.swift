internal import PostgresClient

extension SQLSessionStore {
    /// Copies everything in this store to an empty one, in one transaction of that store.
    ///
    /// What is written to this store meanwhile is not copied.
    ///
    /// - Throws: `.notEmpty` if the other store has clients or sign-ins, and the errors of both stores.
    package func copy(into other: SQLSessionStore) async throws {
        let tables = try await read { store in
            try StoreSchema.tables.map { table in
                try store.run(SQL("SELECT * FROM ") + SQL(SQLName(literal: table.name)))
            }
        }
        let name = other.driver.name
        try await other.write { store in
            let isEmpty = try StoreSchema.tables.allSatisfy { table in
                // A server that opened the other store has already made a key and a code.
                try ["key", "sign_in_code"].contains("\(table.name)")
                    || !store.hasRows(SQL("SELECT 1 FROM ") + SQL(SQLName(literal: table.name)) + SQL(" LIMIT 1"))
            }
            guard isEmpty else { throw SessionStoreError.notEmpty(name) }
            for (table, rows) in zip(StoreSchema.tables, tables) {
                let place = SQL(SQLName(literal: table.name))
                try store.run(SQL("DELETE FROM ") + place)
                guard !rows.isEmpty else { continue }
                try Self.insert(rows, into: place, store)
                if table.hasIdentifiers { try store.continueIdentifiers(of: SQLName(literal: table.name)) }
            }
        }
    }

    private static func insert(_ rows: [StoreRow], into table: SQL, _ store: any StoreTransaction) throws {
        let columns = try rows[0].columns.map { SQL(try name($0.name)) }
        try store.insert(
            SQL("INSERT INTO ") + table + SQL(" (") + columns.joined(", ") + SQL(") VALUES "),
            rows.map { row in
                SQL("(") + row.columns.map { SQL("?", $0.value) }.joined(", ") + SQL(")")
            })
    }

    private static func name(_ text: String) throws -> SQLName {
        guard let name = SQLName(text) else {
            throw SessionStoreError.unusable(file: "the store", reason: "has a column \(text)")
        }
        return name
    }
}

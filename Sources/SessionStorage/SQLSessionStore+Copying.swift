internal import PostgresClient

extension SQLSessionStore {
    /// Copies all that is in this store into an empty one, in one transaction of that.
    ///
    /// What is written to this one meanwhile is not seen.
    ///
    /// - Throws: `.notEmpty` when there are clients or sign-ins in the other one, and whatever either of them throws.
    package func copy(into other: SQLSessionStore) async throws {
        let tables = try await read { store in
            try StoreSchema.tables.map { table in
                try store.run(SQL("SELECT * FROM ") + SQL(SQLName(literal: table.name)))
            }
        }
        let name = other.driver.name
        try await other.write { store in
            let isEmpty = try StoreSchema.tables.allSatisfy { table in
                // A server that opened it has made a key and a code.
                try ["key", "sign_in_code"].contains("\(table.name)")
                    || !store.hasRows(SQL("SELECT 1 FROM ") + SQL(SQLName(literal: table.name)) + SQL(" LIMIT 1"))
            }
            guard isEmpty else { throw SessionStoreError.notEmpty(name) }
            for (table, rows) in zip(StoreSchema.tables, tables) {
                let place = SQL(SQLName(literal: table.name))
                try store.run(SQL("DELETE FROM ") + place)
                guard let first = rows.first else { continue }
                let columns = try first.columns.map { SQL(try Self.name($0.name)) }
                try store.insert(
                    SQL("INSERT INTO ") + place + SQL(" (") + columns.joined(", ") + SQL(") VALUES "),
                    rows.map { row in
                        SQL("(") + row.columns.map { SQL("?", $0.value) }.joined(", ") + SQL(")")
                    })
                if table.hasIdentifiers { try store.continueIdentifiers(of: SQLName(literal: table.name)) }
            }
        }
    }

    private static func name(_ text: String) throws -> SQLName {
        guard let name = SQLName(text) else {
            throw SessionStoreError.unusable(file: "the store", reason: "has a column \(text)")
        }
        return name
    }
}

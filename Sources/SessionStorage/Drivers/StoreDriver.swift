internal import PostgresClient

/// The database of a store: what differs between SQLite and PostgreSQL.
///
/// Writers of one store come one after the other, in all processes and on all hosts, so that what a transaction reads
/// stays true until it is committed. Both databases understand all statements of the store.
protocol StoreDriver: Sendable {
    /// The name of the store in messages.
    var name: String { get }

    /// Tells whether something was committed; nil if that cannot be known, so that nothing may be cached.
    var version: (any StoreVersion)? { get }

    /// Reads one state of the store, on a thread of its own.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result

    /// Changes the store in one transaction, on a thread of its own. If `body` throws, its error is thrown and nothing
    /// is changed.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result

    /// Closes a store that is not used any more. Calls in progress are waited for, and later ones may throw.
    func close()
}

/// One state of a store, or a change of it.
protocol StoreTransaction {
    /// Runs a statement and returns all of its rows.
    @discardableResult
    func run(_ statement: SQL) throws -> [StoreRow]

    /// Makes new identifiers of a table continue after those that were inserted into it.
    func continueIdentifiers(of table: SQLName) throws
}

extension StoreTransaction {
    /// The first row.
    func first(_ statement: SQL) throws -> StoreRow? { try run(statement).first }

    /// Whether there is any row.
    func hasRows(_ statement: SQL) throws -> Bool { try !run(statement).isEmpty }

    /// The only value of the only row, a number.
    func number(_ statement: SQL) throws -> Int { try first(statement)?.first() ?? 0 }

    /// Inserts many rows at once, because each round trip to a server takes time.
    ///
    /// - Parameters:
    ///   - statement: the statement up to VALUES.
    ///   - rows: a list in parentheses for each row, all with the same number of values.
    func insert(_ statement: SQL, _ rows: [SQL]) throws {
        // libpq gets no more than 1024 values.
        let mostRows = max(1, 1000 / max(1, rows.first?.values.count ?? 1))
        var rest = rows[...]
        while !rest.isEmpty {
            try run(statement + Array(rest.prefix(mostRows)).joined(", "))
            rest = rest.dropFirst(mostRows)
        }
    }
}

internal import PostgresClient

/// A database in which a store is: what differs between SQLite and PostgreSQL.
///
/// Writers of one store come one after the other, in all processes and on all hosts, so that what a transaction reads stays true
/// until it is committed. All statements of the store are understood by both.
protocol StoreDriver: Sendable {
    /// What messages call it.
    var name: String { get }

    /// Says whether something was committed; nil: that is not known, and nothing can be kept of what was read.
    var version: (any StoreVersion)? { get }

    /// Reads in one state of the store, on a thread of its own.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result

    /// Changes the store in one transaction, on a thread of its own. What `body` throws is thrown, and nothing is changed.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result
}

/// One state of a store, or a change of it.
protocol StoreTransaction {
    /// Runs a statement, and gives all rows that it has.
    @discardableResult
    func run(_ statement: SQL) throws -> [StoreRow]

    /// Lets new identifiers begin after those that were inserted into a table.
    func continueIdentifiers(of table: SQLName) throws
}

extension StoreTransaction {
    /// The first row.
    func first(_ statement: SQL) throws -> StoreRow? { try run(statement).first }

    /// Whether there is any row.
    func hasRows(_ statement: SQL) throws -> Bool { try !run(statement).isEmpty }

    /// The only value of the only row, a number.
    func number(_ statement: SQL) throws -> Int { try first(statement)?.first() ?? 0 }

    /// Inserts many rows at once: each way to a server takes time.
    ///
    /// - Parameters:
    ///   - statement: up to VALUES.
    ///   - rows: a list in parentheses each, of the same number of values.
    func insert(_ statement: SQL, _ rows: [SQL]) throws {
        // libpq is given 1024 values at most.
        let mostRows = max(1, 1000 / max(1, rows.first?.values.count ?? 1))
        var rest = rows[...]
        while !rest.isEmpty {
            try run(statement + Array(rest.prefix(mostRows)).joined(", "))
            rest = rest.dropFirst(mostRows)
        }
    }
}

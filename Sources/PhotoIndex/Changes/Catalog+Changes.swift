internal import Foundation
internal import GRDB
package import PhotoModel

extension Catalog {
    /// More than so many entries of the log are told as `reload`: fetching again is cheaper.
    static let toldChangesLimit: Int64 = 200_000

    /// The token of what the catalog holds now.
    package func currentToken() throws(IndexError) -> ChangeToken {
        try read(check: {}) { try ChangeLog.token($0) }
    }

    /// What changed since a token was given, each asset once, and the token of now.
    ///
    /// What came and went since is not told; what went and came back was updated.
    ///
    /// - Throws: `tokenTooOld` when the log does not reach back to it, or it is of a catalog that was made anew.
    package func changes<E>(
        since token: ChangeToken, check: () throws(E) -> Void
    ) throws(IndexError) -> (changes: [LibraryChange], token: ChangeToken) {
        try read(check: check) { database in
            let now = try ChangeLog.token(database)
            guard token.catalog == now.catalog, token.sequence <= now.sequence,
                try ChangeLog.reachesBack(to: token.sequence, database)
            else { throw IndexError.tokenTooOld }
            guard now.sequence - token.sequence <= Self.toldChangesLimit else { return ([.reload], now) }
            return (try ChangeLog.changes(since: token.sequence, database), now)
        }
    }
}

extension ChangeLog {
    static func token(_ database: Database) throws -> ChangeToken {
        let catalog = try Data.fetchOne(database.cachedStatement(sql: "SELECT uuid FROM library")) ?? Data()
        return ChangeToken(catalog: Array(catalog), sequence: try lastSequence(database))
    }

    /// Whether every change after that one is still in the log.
    static func reachesBack(to sequence: Int64, _ database: Database) throws -> Bool {
        if sequence == (try lastSequence(database)) { return true }
        let first = try Int64.fetchOne(database.cachedStatement(sql: "SELECT min(sequence) FROM change"))
        return first.map { $0 <= sequence + 1 } ?? false
    }

    static func changes(since sequence: Int64, _ database: Database) throws -> [LibraryChange] {
        let statement = try database.cachedStatement(
            sql: "SELECT identifier, change FROM change WHERE sequence > ? ORDER BY sequence")
        let rows = try Row.fetchCursor(statement, arguments: [sequence])
        var changes = CoalescedChanges()
        while let row = try rows.next() {
            if let change = LoggedChange(rawValue: row[1]) { changes.add(change, of: row[0]) }
        }
        return changes.list
    }
}

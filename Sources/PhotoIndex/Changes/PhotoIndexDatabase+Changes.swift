internal import Foundation
internal import GRDB
package import PhotoModel

extension PhotoIndexDatabase {
    /// More than so many entries of the log are reported as `reload`: fetching again is cheaper.
    static let toldChangesLimit: Int64 = 200_000

    /// The token of what the index holds now.
    package func currentToken() throws(IndexError) -> ChangeToken {
        try read(cancellation: .never) { try ChangeLog.token($0) }
    }

    /// What changed since a token was given, each asset once, and the token of now.
    ///
    /// What came and went since is not reported; what went and came back was updated.
    ///
    /// - Throws: `tokenTooOld` when the log does not reach back to it, or it is of an index that was made again.
    package func changes(
        since token: ChangeToken, cancellation: Cancellation = .never
    ) throws(IndexError) -> (changes: [LibraryChange], token: ChangeToken) {
        try read(cancellation: cancellation) { database in
            let now = try ChangeLog.token(database)
            guard token.photoIndex == now.photoIndex, token.sequence <= now.sequence,
                try ChangeLog.reachesBack(to: token.sequence, database)
            else { throw IndexError.tokenTooOld }
            guard now.sequence - token.sequence <= Self.toldChangesLimit else { return ([.reload], now) }
            return (try ChangeLog.changes(since: token.sequence, database), now)
        }
    }
}

extension ChangeLog {
    static func token(_ database: Database) throws -> ChangeToken {
        let photoIndex = try Data.fetchOne(database.cachedStatement(sql: "SELECT uuid FROM library")) ?? Data()
        return ChangeToken(photoIndex: Array(photoIndex), sequence: try lastSequence(database))
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

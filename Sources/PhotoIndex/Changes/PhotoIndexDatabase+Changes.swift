internal import Foundation
internal import GRDB
internal import PhotoFolder
package import PhotoModel

extension PhotoIndexDatabase {
    /// If more entries of the log are new than this, they are reported as `reload`, because fetching again is cheaper.
    static let toldChangesLimit: Int64 = 200_000

    /// Logs that a collection was inserted: an album that was created and is still empty.
    package func logMade(collection localIdentifier: String) throws(IndexError) {
        try note(.absent, of: localIdentifier)
    }

    /// Logs that a collection was removed: an album that was created, and whose folder is gone before it had a photo.
    package func logGone(collection localIdentifier: String) throws(IndexError) {
        try note(.present, of: localIdentifier)
    }

    private func note(_ touch: LoggedTouch, of localIdentifier: String) throws(IndexError) {
        guard let identifier = LocalIdentifier(localIdentifier) else { return }
        do {
            try pool.write { database in
                try ChangeLog.add(Data(identifier.bytes), touch.rawValue, at: .now, database)
            }
        } catch {
            throw IndexError(IndexError.of(error, file: files.database))
        }
    }

    /// The token of the index's current state.
    package func currentToken() throws(IndexError) -> ChangeToken {
        try read(cancellation: .never) { try ChangeLog.token($0) }
    }

    /// What changed since a token was given, each asset and collection once, and the token of the current state.
    ///
    /// What was inserted and removed since is not reported; what was removed and inserted again is reported as updated.
    ///
    /// - Parameter emptyAlbums: identifiers of collections that exist although they are empty.
    /// - Throws: `tokenTooOld` if the log does not reach back to the token, or the index was made again since.
    package func changes(
        since token: ChangeToken, emptyAlbums: [String] = [], cancellation: Cancellation = .never
    ) throws(IndexError) -> (changes: [LibraryChange], token: ChangeToken) {
        try read(cancellation: cancellation) { database in
            let now = try ChangeLog.token(database)
            guard token.photoIndex == now.photoIndex, token.sequence <= now.sequence,
                try ChangeLog.reachesBack(to: token.sequence, database)
            else { throw IndexError.tokenTooOld }
            guard now.sequence - token.sequence <= Self.toldChangesLimit else { return ([.reload], now) }
            let changes = try ChangeLog.changes(since: token.sequence, database)
            let others = Set(emptyAlbums.compactMap { LocalIdentifier($0).map { Data($0.bytes) } })
            return (try changes.list { try PresentCollections(root, others: others, database) }, now)
        }
    }
}

extension ChangeLog {
    static func add(_ identifier: Data, _ change: Int64, at time: Timestamp, _ database: Database) throws {
        try database.cachedStatement(sql: "INSERT INTO change (identifier, change, time) VALUES (?, ?, ?)")
            .execute(arguments: [identifier, change, time.milliseconds])
    }

    static func token(_ database: Database) throws -> ChangeToken {
        let photoIndex = try Data.fetchOne(database.cachedStatement(sql: "SELECT uuid FROM library")) ?? Data()
        return ChangeToken(photoIndex: Array(photoIndex), sequence: try lastSequence(database))
    }

    /// Whether the log still has every change after the one with this number.
    static func reachesBack(to sequence: Int64, _ database: Database) throws -> Bool {
        if sequence == (try lastSequence(database)) { return true }
        let first = try Int64.fetchOne(database.cachedStatement(sql: "SELECT min(sequence) FROM change"))
        return first.map { $0 <= sequence + 1 } ?? false
    }

    static func changes(since sequence: Int64, _ database: Database) throws -> CoalescedChanges {
        let statement = try database.cachedStatement(
            sql: "SELECT identifier, change FROM change WHERE sequence > ? ORDER BY sequence")
        let rows = try Row.fetchCursor(statement, arguments: [sequence])
        var changes = CoalescedChanges()
        while let row = try rows.next() {
            if let change = LoggedChange(rawValue: row[1]) { changes.add(change, of: row[0]) }
            if let touch = LoggedTouch(rawValue: row[1]) { changes.add(touch, of: row[0]) }
        }
        return changes
    }
}

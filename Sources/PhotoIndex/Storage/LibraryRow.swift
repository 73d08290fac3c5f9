internal import Foundation
internal import GRDB
internal import PhotoModel

/// The single row of the table `library`.
struct LibraryRow {
    let root: Data
    let uuid: Data
    let completedAt: Timestamp?
    /// The number of the last change, whether or not it is in the log.
    let lastChange: Int64

    init(_ database: Database) throws {
        let row = try Row.fetchOne(
            database,
            sql: "SELECT root, uuid, completed_at FROM library")
        guard let row else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the table library is empty") }
        (root, uuid) = (row[0], row[1])
        lastChange = try ChangeLog.lastSequence(database)
        completedAt = (row[2] as Int64?).map { Timestamp(milliseconds: $0) }
    }

    /// Whether the first scan was completed.
    var isComplete: Bool { completedAt != nil }

    /// Notes that the first scan was completed. The log begins here: what was inserted before is not in it, so older
    /// tokens are too old.
    static func complete(at time: Timestamp, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO change (identifier, change, time) VALUES (zeroblob(16), 0, ?)",
            arguments: [time.milliseconds])
        let start = database.lastInsertedRowID
        try database.execute(sql: "DELETE FROM change WHERE sequence <= ?", arguments: [start])
        try database.execute(
            sql: "UPDATE library SET completed_at = ?", arguments: [time.milliseconds])
    }

    /// The number of the last transaction that wrote assets, in any process.
    static func generation(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database.cachedStatement(sql: "SELECT generation FROM library")) ?? 0
    }

    static func assetCount(_ database: Database) throws -> Int {
        try Int.fetchOne(
            database, sql: "SELECT ifnull(sum(count), 0) FROM tally WHERE scope = ?",
            arguments: [DayCountChanges.totalScope]) ?? 0
    }
}

internal import GRDB

/// The number of the last transaction that wrote assets, by whichever process.
enum Generation {
    static func read(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database.cachedStatement(sql: "SELECT generation FROM library")) ?? 0
    }
}

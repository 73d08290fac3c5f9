internal import GRDB

/// The table `change`.
enum ChangeLog {
    /// Number of the last change that was ever logged; 0 before the first. Stays when changes are pruned.
    static func lastSequence(_ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'")
        return try Int64.fetchOne(statement) ?? 0
    }
}

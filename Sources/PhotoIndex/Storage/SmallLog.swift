internal import GRDB
internal import GRDBSQLite
internal import Platform

/// The log of an index (`catalog.sqlite-wal`), which stays after the last connection is closed as long as it is small.
///
/// Where there is none, GRDB writes into the index when it opens it, and SQLite flushes that to the disk then and when it closes it: no one
/// who only looks at a photo should wait for a disk. A large log goes, since each opening would read all of it.
enum SmallLog {
    /// In bytes; read in less than a millisecond.
    private static let mostBytes: Int64 = 256 << 10

    /// Has a connection leave the log where it is.
    static func keep(_ database: Database) { setStays(true, database) }

    /// Has a connection that is about to be closed as the last one remove a log that has grown.
    ///
    /// - Parameter path: of the index.
    static func removeIfLarge(besides path: String, _ database: Database) {
        let byteSize = (try? FileStatus(path: path + "-wal"))?.byteSize ?? 0
        setStays(byteSize <= mostBytes, database)
    }

    private static func setStays(_ stays: Bool, _ database: Database) {
        var value: CInt = stays ? 1 : 0
        // A system that cannot do so removes the log, as SQLite does by itself.
        _ = sqlite3_file_control(database.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &value)
    }
}

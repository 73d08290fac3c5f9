internal import CSQLite
internal import GRDB
internal import GRDBSQLite
internal import Platform

/// The write-ahead log of an index (`catalog.sqlite-wal`), which is kept after the last connection is closed if it is
/// small.
///
/// Without a log, GRDB writes into the index when it opens it, and SQLite flushes that to the disk, both then and when
/// it closes the index; users who only look at a photo should not wait for a disk. A large log is removed, since
/// each opening would have to read all of it.
struct SmallLog {
    /// The largest size of a log that is kept, in bytes. It is read in less than a millisecond.
    private static let mostBytes: Int64 = 256 << 10

    private let path: String
    /// The status of the log from before the first connection was opened; nil if there was none.
    private let found: FileStatus?

    /// Looks at the log of an index that is about to be opened.
    ///
    /// - Parameter database: the path of the index.
    init(of database: String) {
        path = database + "-wal"
        found = try? FileStatus(path: path)
    }

    /// Makes a connection keep the log when it is closed.
    static func keep(_ database: Database) { setStays(true, database) }

    /// Prepares the last connection for being closed. It removes the log if that has grown large. It leaves a small log
    /// alone if nothing was written into it: SQLite would copy it into the index once more.
    func leave(_ database: Database) {
        let now = try? FileStatus(path: path)
        let isSmall = now?.byteSize ?? 0 <= Self.mostBytes
        Self.setStays(isSmall, database)
        guard let connection = database.sqliteConnection else { return }
        closing_moves_log(connection, !(isSmall && isAsFound(now)))
    }

    /// Whether the log has not changed since it was found. The change time is not compared: when the user is root,
    /// SQLite sets the log's owner to that of the index again.
    private func isAsFound(_ now: FileStatus?) -> Bool {
        now?.identity == found?.identity && now?.byteSize == found?.byteSize
            && now?.modificationTime == found?.modificationTime
    }

    private static func setStays(_ stays: Bool, _ database: Database) {
        var value: CInt = stays ? 1 : 0
        // If the system does not support this, the log is removed, which is SQLite's default.
        _ = sqlite3_file_control(database.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &value)
    }
}

internal import CSQLite
internal import GRDB
internal import GRDBSQLite
internal import Platform

/// The log of an index (`catalog.sqlite-wal`), which stays after the last connection is closed as long as it is small.
///
/// Where there is none, GRDB writes into the index when it opens it, and SQLite flushes that to the disk then and when it closes it: no one
/// who only looks at a photo should wait for a disk. A large log goes, since each opening would read all of it.
struct SmallLog {
    /// In bytes; read in less than a millisecond.
    private static let mostBytes: Int64 = 256 << 10

    private let path: String
    /// Before the first connection was opened.
    private let found: FileStatus?

    /// The log of an index that is about to be opened.
    ///
    /// - Parameter database: the path of the index.
    init(of database: String) {
        path = database + "-wal"
        found = try? FileStatus(path: path)
    }

    /// Has a connection leave the log where it is.
    static func keep(_ database: Database) { setStays(true, database) }

    /// Has a connection that is about to be closed as the last one remove a log that has grown; and leave one alone that no one
    /// wrote into, which SQLite would move into the index once more.
    func leave(_ database: Database) {
        let now = try? FileStatus(path: path)
        let isSmall = now?.byteSize ?? 0 <= Self.mostBytes
        Self.setStays(isSmall, database)
        guard let connection = database.sqliteConnection else { return }
        closing_moves_log(connection, !(isSmall && isAsFound(now)))
    }

    /// Not by the change time: for root, SQLite gives the log the owner of the index once more.
    private func isAsFound(_ now: FileStatus?) -> Bool {
        now?.identity == found?.identity && now?.byteSize == found?.byteSize
            && now?.modificationTime == found?.modificationTime
    }

    private static func setStays(_ stays: Bool, _ database: Database) {
        var value: CInt = stays ? 1 : 0
        // A system that cannot do so removes the log, as SQLite does by itself.
        _ = sqlite3_file_control(database.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &value)
    }
}

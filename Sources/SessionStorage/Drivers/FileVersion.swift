internal import CSQLite
internal import GRDB

/// The version of a store in a file.
///
/// Each commit changes the header of SQLite's wal-index, which is memory that all processes with the store share. If it
/// cannot be read, `PRAGMA data_version` says the same (https://sqlite.org/pragma.html#pragma_data_version), but takes
/// a lock on the file.
final class FileVersion: StoreVersion {
    /// Keeps the memory mapped.
    private let connection: DatabaseQueue
    private let opening: Int
    // Unsafe: it is only read, on any thread, and its connection is closed after that.
    private nonisolated(unsafe) let index: wal_index

    /// - Parameters:
    ///   - connection: a connection that does not write.
    ///   - opening: the number of this opening of a store's file in this process: another file may have had the same
    ///     commits.
    init(_ connection: DatabaseQueue, opening: Int) {
        self.connection = connection
        self.opening = opening
        // Nothing is mapped before the first read.
        let isRead = Self.counter(connection) != nil
        index =
            connection.unsafeRead { database in
                isRead ? database.sqliteConnection.map { wal_index_of($0) } : nil
            } ?? wal_index()
    }

    var current: StoreVersionValue? {
        var header = wal_header()
        if wal_index_read(index, &header) { return .header(WALHeader(header), opening: opening) }
        return Self.counter(connection).map { .counter($0, opening: opening) }
    }

    private static func counter(_ connection: DatabaseQueue) -> Int? {
        try? connection.unsafeRead { database in
            try Int.fetchOne(try database.cachedStatement(sql: "PRAGMA data_version"))
        }
    }
}

/// The header of a wal-index, for comparing it with another one.
struct WALHeader: Equatable, Sendable {
    private let header: wal_header

    init(_ header: wal_header) { self.header = header }

    static func == (left: Self, right: Self) -> Bool { left.header.words == right.header.words }
}

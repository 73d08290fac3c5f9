internal import GRDB
internal import Platform

/// Says whether a store is as it was, or was changed: by this process, another server or a command.
///
/// It asks SQLite on a connection of its own, which takes some microseconds and no disk: `data_version` changes when any other
/// connection has committed (https://sqlite.org/pragma.html#pragma_data_version).
final class StoreVersion: Sendable {
    private let connection: DatabaseQueue

    /// - Parameter connection: one that nothing is written with.
    init(_ connection: DatabaseQueue) { self.connection = connection }

    /// Equal to an earlier one if nothing was committed between the two; nil when that cannot be found out now.
    var current: Int? {
        try? connection.unsafeRead { database in
            try Int.fetchOne(try database.cachedStatement(sql: "PRAGMA data_version"))
        }
    }
}

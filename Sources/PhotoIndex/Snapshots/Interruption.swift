internal import GRDB
internal import GRDBSQLite
internal import PhotoModel

/// Checks, after every few thousand steps of SQLite's virtual machine, whether the work on a connection is cancelled.
final class Interruption {
    /// The steps between two checks; they take about a tenth of a millisecond.
    private static let steps: Int32 = 2000

    private let cancellation: Cancellation
    private var reason: Cancellation.Reason?

    private init(_ cancellation: Cancellation) { self.cancellation = cancellation }

    /// Runs `body`, whose statements end soon after it is cancelled.
    static func watch<Result>(
        _ database: Database, cancellation: Cancellation, _ body: () throws -> Result
    ) throws(IndexError) -> Result {
        let interruption = Interruption(cancellation)
        interruption.begin(database)
        defer {
            end(database)
            withExtendedLifetime(interruption) {}
        }
        do {
            return try body()
        } catch {
            throw interruption.reason.map { IndexError.stopped($0) } ?? IndexError(error)
        }
    }

    /// Like `watch`, for all that `body` does with the connection of `pool` that writes, in as many transactions as it
    /// likes. No other thread may write with that connection meanwhile. Errors of SQLite are thrown as they are.
    static func watchWriting<Result>(
        _ pool: DatabasePool, cancellation: Cancellation, _ body: () throws -> Result
    ) throws -> Result {
        let interruption = Interruption(cancellation)
        pool.writeWithoutTransaction { database in interruption.begin(database) }
        defer {
            pool.writeWithoutTransaction { database in end(database) }
            withExtendedLifetime(interruption) {}
        }
        do {
            return try body()
        } catch {
            if let reason = interruption.reason { throw IndexError.stopped(reason) }
            throw error
        }
    }

    /// Installs the handler, which must be removed before this object is deallocated.
    private func begin(_ database: Database) {
        sqlite3_progress_handler(
            database.sqliteConnection, Self.steps,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().shouldStop ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func end(_ database: Database) {
        sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil)
    }

    private var shouldStop: Bool {
        if reason == nil { reason = cancellation.reason }
        return reason != nil
    }
}

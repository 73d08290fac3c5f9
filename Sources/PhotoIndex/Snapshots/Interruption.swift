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
        let context = Unmanaged.passUnretained(interruption).toOpaque()
        sqlite3_progress_handler(
            database.sqliteConnection, steps,
            { context in
                // The handler is removed before `interruption` is deallocated.
                guard let context else { return 0 }
                return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().shouldStop ? 1 : 0
            }, context)
        defer {
            sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil)
            withExtendedLifetime(interruption) {}
        }
        do {
            return try body()
        } catch {
            throw interruption.reason.map { IndexError.stopped($0) } ?? IndexError(error)
        }
    }

    private var shouldStop: Bool {
        if reason == nil { reason = cancellation.reason }
        return reason != nil
    }
}

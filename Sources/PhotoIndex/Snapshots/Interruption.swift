internal import GRDB
internal import GRDBSQLite

/// Asks, every few ten thousand steps of SQLite's machine, whether work on a connection should go on.
final class Interruption {
    /// About a tenth of a millisecond.
    private static let steps: Int32 = 2000

    private let check: () throws -> Void
    private var reason: (any Error)?

    private init(_ check: @escaping () throws -> Void) { self.check = check }

    /// Runs `body`, whose statements end soon after `check` throws.
    ///
    /// - Throws: `IndexError`.
    static func watch<Result>(
        _ database: Database, check: () throws -> Void, _ body: () throws -> Result
    ) throws -> Result {
        try withoutActuallyEscaping(check) { check in
            let interruption = Interruption(check)
            let context = Unmanaged.passUnretained(interruption).toOpaque()
            sqlite3_progress_handler(
                database.sqliteConnection, steps,
                { context in
                    // The handler is taken away before `interruption` goes.
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
    }

    private var shouldStop: Bool {
        guard reason == nil else { return true }
        do {
            try check()
            return false
        } catch {
            reason = error
            return true
        }
    }
}

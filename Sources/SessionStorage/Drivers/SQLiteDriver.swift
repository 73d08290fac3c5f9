internal import Foundation
internal import GRDB
internal import Platform
internal import PostgresClient

/// A store in one SQLite file, which several servers and commands on one machine may use at once.
///
/// The file may be removed or replaced while it is in use: the owner revokes everyone's access that way, or restores a
/// backup. From then on, the file that is there now is the store. The old file, which only this process still has open,
/// gives no one access any more.
final class SQLiteDriver: StoreDriver {
    private struct State {
        /// The open file, or why none is open.
        var file: Result<StoreFile, SessionStoreError>
        var openings = 1
        /// When the last opening failed.
        var failed: UInt64 = 0
    }

    /// How long to wait before trying again to open a file that could not be opened, in nanoseconds.
    private static let patience: UInt64 = 500_000_000

    let name: String
    /// Nil if the store is in memory, or is only read.
    private let folder: String?
    private let state: Mutex<State>

    /// Opens the store in a folder, which is made, for its owner alone, if it does not exist.
    ///
    /// - Parameter folder: a folder that workers may not write to.
    init(folder: String) throws(SessionStoreError) {
        name = StoreFile.path(in: folder)
        self.folder = folder
        state = Mutex(State(file: .success(try StoreFile(folder: folder, opening: 1))))
    }

    /// Opens the store in a folder for reading alone, which needs no room on the disk.
    init(readingFolder folder: String) throws(SessionStoreError) {
        name = StoreFile.path(in: folder)
        self.folder = nil
        state = Mutex(State(file: .success(try StoreFile(reading: folder))))
    }

    private init() throws(SessionStoreError) {
        name = "the store in memory"
        folder = nil
        state = Mutex(State(file: .success(try StoreFile())))
    }

    /// Makes a store in memory, which is deleted with its last reference.
    static func inMemory() throws(SessionStoreError) -> SQLiteDriver { try SQLiteDriver() }

    var version: (any StoreVersion)? { folder == nil ? nil : self }

    /// The file that is the store now; opened if necessary.
    private func file() throws(SessionStoreError) -> StoreFile {
        try state.withLock { state in
            guard let folder, Self.isOver(state) else { return state.file }
            // Close the old file first: it holds the lock in the file beside it, which the next one takes, and its log must
            // not be there when the next one is opened.
            if case .success(let file) = state.file { file.close() }
            // Its last connection, which watches the version, is closed with it. If it were closed after the next file was
            // opened beside the same wal-index, the system would drop the locks of that, too (POSIX).
            state.file = .failure(.busy(file: name))
            state.openings += 1
            do throws(SessionStoreError) {
                state.file = .success(try StoreFile(folder: folder, opening: state.openings))
            } catch {
                state.file = .failure(error)
                state.failed = MonotonicTime.now
            }
            return state.file
        }.get()
    }

    private static func isOver(_ state: State) -> Bool {
        switch state.file {
        case .success(let file): !file.isInPlace
        case .failure: MonotonicTime.now - state.failed >= patience
        }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let database = try file().database
        do {
            return try await database.read { try body(SQLiteTransaction(database: $0)) }
        } catch {
            throw Self.inOwnWords(error, file: name)
        }
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let database = try file().database
        do {
            return try await database.write { try body(SQLiteTransaction(database: $0)) }
        } catch {
            throw Self.inOwnWords(error, file: name)
        }
    }

    func close() {
        let file = state.withLock { try? $0.file.get() }
        file?.close()
    }

    private static func inOwnWords(_ error: any Error, file: String) -> any Error {
        error is GRDB.DatabaseError ? SessionStoreError(error, file: file) : error
    }
}

extension SQLiteDriver: StoreVersion {
    var current: StoreVersionValue? { try? file().version?.current }
}

private struct SQLiteTransaction: StoreTransaction {
    let database: Database

    /// The most values of a statement that is cached. Statements with more insert many rows, and seldom occur twice.
    private static let mostKeptValues = 32

    func run(_ statement: PostgresClient.SQL) throws -> [StoreRow] {
        let isKept = statement.values.count <= Self.mostKeptValues
        let prepared =
            try isKept
            ? database.cachedStatement(sql: statement.text) : database.makeStatement(sql: statement.text)
        let arguments = StatementArguments(statement.values.map { Self.value($0) })
        guard prepared.columnCount > 0 else {
            try prepared.execute(arguments: arguments)
            return []
        }
        let columns = prepared.columnNames
        let rows = try Row.fetchAll(prepared, arguments: arguments)
        return StoreRow.rows(columns, rows.lazy.map { $0.databaseValues.map { Self.value($0) } })
    }

    // AUTOINCREMENT takes care of that.
    func continueIdentifiers(of table: SQLName) {}

    private static func value(_ value: SQLValue) -> DatabaseValue {
        switch value {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .flag(let flag): flag.databaseValue
        case .text(let text): text.withoutNUL.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        // SQLite has no lists, and the store does not use them.
        case .texts: .null
        }
    }

    private static func value(_ value: DatabaseValue) -> SQLValue {
        switch value.storage {
        // NULL takes the type of the column that it is written to.
        case .null: .null(0)
        case .int64(let number): .integer(number)
        case .double(let number): .real(number)
        case .string(let text): .text(text)
        case .blob(let data): .bytes(Array(data))
        }
    }
}

extension SessionStoreError {
    /// Makes the error for what SQLite reported; errors of the store stay what they are.
    init(_ error: any Error, file: String) {
        if let own = error as? SessionStoreError {
            self = own
            return
        }
        guard let error = error as? GRDB.DatabaseError else {
            self = .database(error, file: file)
            return
        }
        self =
            switch error.resultCode {
            case .SQLITE_FULL: .diskFull(file: file)
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: .notWritable(file: file)
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged(file: file)
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(file: file)
            // The shared-memory file of the readers could not grow: that is how a full disk shows.
            case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .diskFull(file: file)
            default: .database(error, file: file)
            }
    }

    init(_ error: SystemError, file: String) {
        self =
            switch error {
            case .diskFull, .quotaExceeded: .diskFull(file: file)
            default: .notWritable(file: file)
            }
    }
}

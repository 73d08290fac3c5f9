internal import Foundation
internal import GRDB
internal import Platform
internal import PostgresClient

/// A store in one SQLite file, which several servers and commands of a machine may use at once.
///
/// The file may be removed or replaced while it is used: its owner throws everyone out, or brings a copy back. Then the one that is
/// there now is the store. The other, which only this process would still have, lets no one in any more.
final class SQLiteDriver: StoreDriver {
    private struct State {
        /// What is open, or why nothing is.
        var file: Result<StoreFile, SessionStoreError>
        var openings = 1
        /// When the last opening failed.
        var failed: UInt64 = 0
    }

    /// Nanoseconds until a file that could not be opened is opened again.
    private static let patience: UInt64 = 500_000_000

    let name: String
    /// Nil: it is in memory.
    private let folder: String?
    private let state: Mutex<State>

    /// Opens the store in a folder, which is made for its owner alone when it is missing.
    ///
    /// - Parameter folder: one that no worker may write.
    init(folder: String) throws(SessionStoreError) {
        name = StoreFile.path(in: folder)
        self.folder = folder
        state = Mutex(State(file: .success(try StoreFile(folder: folder, opening: 1))))
    }

    private init() throws(SessionStoreError) {
        name = "the store in memory"
        folder = nil
        state = Mutex(State(file: .success(try StoreFile())))
    }

    /// A store that is gone with its last reference.
    static func inMemory() throws(SessionStoreError) -> SQLiteDriver { try SQLiteDriver() }

    var version: (any StoreVersion)? { folder == nil ? nil : self }

    /// The file that is the store now.
    private func file() throws(SessionStoreError) -> StoreFile {
        try state.withLock { state in
            guard let folder, Self.isOver(state) else { return state.file }
            // It leaves the lock that it has with the file beside it before the next one takes that.
            if case .success(let file) = state.file { file.close() }
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

    private static func inOwnWords(_ error: any Error, file: String) -> any Error {
        error is GRDB.DatabaseError ? SessionStoreError(error, file: file) : error
    }
}

extension SQLiteDriver: StoreVersion {
    var current: StoreVersionValue? { try? file().version?.current }
}

private struct SQLiteTransaction: StoreTransaction {
    let database: Database

    /// Statements with more values are of many rows, and seldom the same twice.
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

    // AUTOINCREMENT has seen them.
    func continueIdentifiers(of table: SQLName) {}

    private static func value(_ value: SQLValue) -> DatabaseValue {
        switch value {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .flag(let flag): flag.databaseValue
        case .text(let text): text.withoutNUL.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        // SQLite has no lists, and the store none.
        case .texts: .null
        }
    }

    private static func value(_ value: DatabaseValue) -> SQLValue {
        switch value.storage {
        // Of whichever type the column has that it goes to.
        case .null: .null(0)
        case .int64(let number): .integer(number)
        case .double(let number): .real(number)
        case .string(let text): .text(text)
        case .blob(let data): .bytes(Array(data))
        }
    }
}

extension SessionStoreError {
    /// What SQLite said, or what was thrown on purpose.
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
            // The file that readers share could not grow, which is what a full disk does to it.
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

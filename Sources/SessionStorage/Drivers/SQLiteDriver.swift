internal import Foundation
internal import GRDB
internal import Platform
internal import PostgresClient

/// A store in one SQLite file, which several servers and commands of a machine may use at once.
final class SQLiteDriver: StoreDriver {
    /// The file's name in its folder.
    static let filename = "sessions.sqlite"

    let name: String
    let version: (any StoreVersion)?
    private let database: any DatabaseWriter

    /// Opens the store in a folder, which is made for its owner alone when it is missing.
    ///
    /// - Parameter folder: one that no worker may write.
    convenience init(folder: String) throws(SessionStoreError) {
        let file = "\(folder)/\(Self.filename)"
        do throws(SystemError) {
            try makeFolders(folder)
            // It may have been made by hand, for more than its owner.
            try Descriptor.workingFolder.setPermissions(0o700, of: folder.utf8)
            // SQLite would make it as the umask says.
            _ = try OwnedDescriptor.open(file, [.readAndWrite, .create, .noFollow], permissions: 0o600)
        } catch {
            throw SessionStoreError(error, file: file)
        }
        try self.init(file: file) { configuration in
            // What cannot be used is left as it is: a connection that writes would begin to repair it.
            var reading = configuration
            reading.readonly = true
            try DatabaseQueue(path: file, configuration: reading).read { try Self.check($0, file: file) }
            return try DatabasePool(path: file, configuration: configuration)
        } watching: { configuration in
            var reading = configuration
            reading.readonly = true
            return try DatabaseQueue(path: file, configuration: reading)
        }
    }

    /// A store that is gone with its last reference.
    static func inMemory() throws(SessionStoreError) -> SQLiteDriver {
        try SQLiteDriver(file: "the store in memory") {
            try DatabaseQueue(configuration: $0)
        } watching: { _ in
            nil
        }
    }

    private init(
        file: String, _ open: (Configuration) throws -> any DatabaseWriter,
        watching: (Configuration) throws -> DatabaseQueue?
    ) throws(SessionStoreError) {
        name = file
        do {
            database = try open(Self.configuration())
            try Self.migrator.migrate(database)
            version = try watching(Self.configuration()).map { FileVersion($0) }
        } catch {
            throw SessionStoreError(error, file: file)
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (place, migration) in StoreSchema.migrations.enumerated() {
            migrator.registerMigration(migration.name) { database in
                if place == 0 {
                    try database.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationIdentifier)")
                }
                for statement in migration.statements { try database.execute(sql: statement.text) }
            }
        }
        return migrator
    }

    /// - Throws: it is no store that this version can use.
    private static func check(_ database: Database, file: String) throws {
        guard try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") != 0 else { return }
        let identifier = try Int32.fetchOne(database, sql: "PRAGMA application_id")
        guard identifier == StoreSchema.applicationIdentifier else {
            throw SessionStoreError.unusable(file: file, reason: "is no store of sessions")
        }
        guard try !migrator.hasBeenSuperseded(database) else {
            throw SessionStoreError.unusable(file: file, reason: "was made by a newer version of Picker")
        }
        // It is small, and to find damage later would be to have told clients half of it.
        guard try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok" else {
            throw SessionStoreError.damaged(file: file)
        }
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "sessions"
        configuration.maximumReaderCount = 4
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // What a client or the owner was told is kept even when the power fails.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        do {
            return try await database.read { try body(SQLiteTransaction(database: $0)) }
        } catch {
            throw Self.inOwnWords(error, file: name)
        }
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
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
        case .text(let text): text.databaseValue
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
    fileprivate init(_ error: any Error, file: String) {
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

    fileprivate init(_ error: SystemError, file: String) {
        self =
            switch error {
            case .diskFull, .quotaExceeded: .diskFull(file: file)
            default: .notWritable(file: file)
            }
    }
}

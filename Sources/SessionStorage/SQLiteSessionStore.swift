internal import GRDB
internal import Platform

/// A store in one SQLite file, which several servers and commands may use at once.
package final class SQLiteSessionStore: SessionStore {
    /// The file's name in its folder.
    package static let filename = "sessions.sqlite"

    /// What messages call it.
    let file: String
    private let database: any DatabaseWriter
    /// What each request of a client asks, in the version of the store in which it was read.
    let known: KnownAnswers

    /// Opens the store in a folder, which is made for its owner alone when it is missing.
    ///
    /// - Parameter folder: one that no worker may write.
    package convenience init(folder: String) throws(SessionStoreError) {
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
    package static func inMemory() throws(SessionStoreError) -> SQLiteSessionStore {
        try SQLiteSessionStore(file: "the store in memory") {
            try DatabaseQueue(configuration: $0)
        } watching: { _ in
            nil
        }
    }

    private init(
        file: String, _ open: (Configuration) throws -> any DatabaseWriter,
        watching: (Configuration) throws -> DatabaseQueue?
    ) throws(SessionStoreError) {
        self.file = file
        do {
            database = try open(Self.configuration())
            try StoreSchema.migrator.migrate(database)
            known = KnownAnswers(try watching(Self.configuration()).map { StoreVersion($0) })
        } catch {
            throw SessionStoreError(error, file: file)
        }
    }

    /// - Throws: it is no store that this version can use.
    private static func check(_ database: Database, file: String) throws {
        guard try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") != 0 else { return }
        let identifier = try Int32.fetchOne(database, sql: "PRAGMA application_id")
        guard identifier == StoreSchema.applicationIdentifier else {
            throw SessionStoreError.unusable(file: file, reason: "is no store of sessions")
        }
        guard try !StoreSchema.migrator.hasBeenSuperseded(database) else {
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

    /// Reads in one state of the store, on a thread of its own.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        do {
            return try await database.read(body)
        } catch {
            throw Self.inOwnWords(error, file: file)
        }
    }

    /// Changes the store in one transaction, on a thread of its own. What `body` throws is thrown, and nothing is changed.
    func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        do {
            return try await database.write(body)
        } catch {
            throw Self.inOwnWords(error, file: file)
        }
    }

    private static func inOwnWords(_ error: any Error, file: String) -> any Error {
        error is DatabaseError ? SessionStoreError(error, file: file) : error
    }
}

extension SessionStoreError {
    /// What SQLite said, or what was thrown on purpose.
    fileprivate init(_ error: any Error, file: String) {
        if let own = error as? SessionStoreError {
            self = own
            return
        }
        guard let error = error as? DatabaseError else {
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

internal import GRDB
internal import Platform
internal import PostgresClient

/// The SQLite file of a store, as it was opened: its connections, and which file it is.
final class StoreFile: Sendable {
    /// The file's name in its folder.
    static let name = "sessions.sqlite"

    let database: any DatabaseWriter
    /// Nil: it is in memory.
    let version: FileVersion?
    private let path: String
    private let identity: FileStatus.Identity?

    /// Opens the one in a folder, which is made for its owner alone when it is missing.
    ///
    /// - Parameter opening: the number of this opening, in this process: versions of another are never those of this one.
    convenience init(folder: String, opening: Int) throws(SessionStoreError) {
        let file = Self.path(in: folder)
        let identity: FileStatus.Identity
        do throws(SystemError) {
            try makeFolders(folder)
            // It may have been made by hand, for more than its owner.
            try Descriptor.workingFolder.setPermissions(0o700, of: folder.utf8)
            // SQLite would make it as the umask says.
            let made = try OwnedDescriptor.open(file, [.readAndWrite, .create, .noFollow], permissions: 0o600)
            identity = try made.borrowed.status().identity
        } catch {
            throw SessionStoreError(error, file: file)
        }
        try self.init(file, identity) { configuration in
            // What cannot be used is left as it is: a connection that writes would begin to repair it.
            var reading = configuration
            reading.readonly = true
            try DatabaseQueue(path: file, configuration: reading).read { try Self.check($0, file: file) }
            return try DatabasePool(path: file, configuration: configuration)
        } watching: { configuration in
            var reading = configuration
            reading.readonly = true
            return FileVersion(try DatabaseQueue(path: file, configuration: reading), opening: opening)
        }
    }

    /// One in memory, which is gone with its last reference.
    convenience init() throws(SessionStoreError) {
        try self.init("the store in memory", nil) {
            try DatabaseQueue(configuration: $0)
        } watching: { _ in
            nil
        }
    }

    private init(
        _ path: String, _ identity: FileStatus.Identity?, _ open: (Configuration) throws -> any DatabaseWriter,
        watching: (Configuration) throws -> FileVersion?
    ) throws(SessionStoreError) {
        self.path = path
        self.identity = identity
        do {
            database = try open(Self.configuration())
            try Self.migrator.migrate(database)
            version = try watching(Self.configuration())
        } catch {
            throw SessionStoreError(error, file: path)
        }
    }

    static func path(in folder: String) -> String { "\(folder)/\(name)" }

    /// Whether this is the file of that name. One of which that cannot be known now is.
    var isInPlace: Bool {
        guard let identity else { return true }
        do throws(SystemError) {
            return try FileStatus(path: path).identity == identity
        } catch {
            return error != .notFound
        }
    }

    /// Waits for those who read and write, and lets go of the file.
    func close() { try? database.close() }

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
}

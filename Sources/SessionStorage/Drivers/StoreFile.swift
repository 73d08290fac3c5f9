internal import GRDB
internal import Platform
internal import PostgresClient

/// The SQLite file of a store as it was opened: its connections, and its identity.
final class StoreFile: Sendable {
    /// The file's name in its folder.
    static let name = "sessions.sqlite"

    let database: any DatabaseWriter
    /// Nil if the store is in memory.
    let version: FileVersion?
    private let path: String
    private let identity: FileStatus.Identity?

    /// Opens the file in a folder, which is made, for its owner alone, if it does not exist.
    ///
    /// - Parameter opening: the number of this opening in this process, which distinguishes its versions from those of
    ///   others.
    convenience init(folder: String, opening: Int) throws(SessionStoreError) {
        let file = Self.path(in: folder)
        let identity: FileStatus.Identity
        do throws(SystemError) {
            try makeFolders(folder)
            // The folder may have been made by hand, with access for others.
            try Descriptor.workingFolder.setPermissions(0o700, of: folder.utf8)
            // SQLite would make the file with the permissions of the umask.
            let made = try OwnedDescriptor.open(file, [.readAndWrite, .create, .noFollow], permissions: 0o600)
            identity = try made.borrowed.status().identity
        } catch {
            throw SessionStoreError(error, file: file)
        }
        try self.init(file, identity) { configuration in
            // A file that cannot be used is left as it is: a connection that writes would begin to repair it.
            var reading = configuration
            reading.readonly = true
            try DatabaseQueue(path: file, configuration: reading).read { try Self.check($0, file: file) }
            let pool = try DatabasePool(path: file, configuration: configuration)
            // What a client or the owner was told must survive a power failure. GRDB sets NORMAL when it opens a pool,
            // whatever the configuration has prepared.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return pool
        } watching: { configuration in
            var reading = configuration
            reading.readonly = true
            return FileVersion(try DatabaseQueue(path: file, configuration: reading), opening: opening)
        }
    }

    /// Makes a store in memory, which is deleted with its last reference.
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

    /// Whether the file of that name still is this one; true if that cannot be determined at the moment.
    var isInPlace: Bool {
        guard let identity else { return true }
        do throws(SystemError) {
            return try FileStatus(path: path).identity == identity
        } catch {
            return error != .notFound
        }
    }

    /// Waits for reads and writes in progress, and closes the file.
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

    /// - Throws: an error if it is not a store that this version can use.
    private static func check(_ database: Database, file: String) throws {
        guard try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") != 0 else { return }
        let identifier = try Int32.fetchOne(database, sql: "PRAGMA application_id")
        guard identifier == StoreSchema.applicationIdentifier else {
            throw SessionStoreError.unusable(file: file, reason: "is no store of sessions")
        }
        guard try !migrator.hasBeenSuperseded(database) else {
            throw SessionStoreError.unusable(file: file, reason: "was made by a newer version of Picker")
        }
        // The file is small. If damage were found only later, clients would already have been given half of the
        // content.
        guard try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok" else {
            throw SessionStoreError.damaged(file: file)
        }
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "sessions"
        configuration.maximumReaderCount = 4
        configuration.busyMode = .timeout(5)
        return configuration
    }
}

internal import GRDB
internal import Platform
internal import PostgresClient

/// The SQLite file of a store as it was opened: its connections, and its identity.
final class StoreFile: Sendable {
    /// The file's name in its folder.
    static let name = "sessions.sqlite"

    private struct State {
        var version: FileVersion?
        var isClosed = false
    }

    let database: any DatabaseWriter
    private let path: String
    private let identity: FileStatus.Identity?
    /// The files that SQLite keeps beside the open file, by their paths: the log of what was written, and the memory that
    /// processes share.
    private let companions: [String: FileStatus.Identity]
    private let state: Mutex<State>

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

    /// Opens the file for reading alone, which takes no room on the disk. Opening it for writing does: its log and the
    /// memory that processes share are files.
    convenience init(reading folder: String) throws(SessionStoreError) {
        let file = Self.path(in: folder)
        try self.init(file, nil, migrates: false) { configuration in
            var shared = configuration
            shared.readonly = true
            if let opened = try? Self.opened(file, shared) { return opened }
            // No process has that memory. This one does without, and is alone with the file meanwhile. SQLite cannot
            // lock a file for that which it opens for reading alone.
            var alone = configuration
            alone.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            return try Self.opened(file, alone)
        } watching: { _ in
            nil
        }
    }

    /// - Throws: an error if it is not a store that can be read as it is.
    private static func opened(_ file: String, _ configuration: Configuration) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: file, configuration: configuration)
        try queue.read { database in
            try check(database, file: file)
            guard try migrator.hasCompletedMigrations(database) else { throw SessionStoreError.diskFull(file: file) }
        }
        return queue
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
        _ path: String, _ identity: FileStatus.Identity?, migrates: Bool = true,
        _ open: (Configuration) throws -> any DatabaseWriter, watching: (Configuration) throws -> FileVersion?
    ) throws(SessionStoreError) {
        self.path = path
        self.identity = identity
        let version: FileVersion?
        do {
            database = try open(Self.configuration())
            if migrates { try Self.migrator.migrate(database) }
            version = try watching(Self.configuration())
        } catch {
            throw SessionStoreError(error, file: path)
        }
        state = Mutex(State(version: version))
        companions = identity == nil ? [:] : Self.companions(of: path)
    }

    deinit { close() }

    /// Nil if the store is in memory, or the file was closed.
    var version: FileVersion? { state.withLock { $0.version } }

    static func path(in folder: String) -> String { "\(folder)/\(name)" }

    private static func companions(of path: String) -> [String: FileStatus.Identity] {
        var companions: [String: FileStatus.Identity] = [:]
        for companion in ["\(path)-wal", "\(path)-shm"] {
            companions[companion] = try? FileStatus(path: companion).identity
        }
        return companions
    }

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
    ///
    /// What was written is moved from SQLite's log into the file, and no log stays in the place where another file of that
    /// name, such as a copy that is brought back, would have it: SQLite would take that log for the other file's.
    func close() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        guard !wasClosed else { return }
        let isInPlace = isInPlace
        try? database.writeWithoutTransaction { database in
            // Others may be using the log, and empty it when they close the file.
            try database.execute(sql: "PRAGMA busy_timeout = 0")
            _ = try database.checkpoint(isInPlace ? .truncate : .passive)
        }
        try? database.close()
        state.withLock { $0.version = nil }
        if !isInPlace { removeCompanions() }
    }

    /// Removes the log of a file that is no longer in its place. That of the file that is there now is left alone.
    private func removeCompanions() {
        for (path, identity) in companions where (try? FileStatus(path: path).identity) == identity {
            try? Descriptor.workingFolder.removeFile(path.utf8)
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

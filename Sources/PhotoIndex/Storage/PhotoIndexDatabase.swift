internal import Foundation
internal import GRDB
package import PhotoFolder
internal import PhotoModel
internal import Platform

/// The index of one library: an SQLite file in WAL mode, with many readers and one writer.
///
/// It is a cache: if it is deleted, nothing is lost but the time to make it again.
package final class PhotoIndexDatabase: Sendable {
    /// The file's name in the data folder that the host gives.
    package static let filename = "catalog.sqlite"

    package let root: LibraryRoot
    let pool: DatabasePool
    let states: IndexSnapshots
    let folderTree = LatestFolderTree()
    let files: IndexFiles
    private let log: SmallLog
    let ownDirectory: ScratchFolder?
    /// The identity of the file that was opened, which distinguishes it from another one of the same name.
    let identity: FileStatus.Identity?

    /// Opens the index in `directory`, or creates an empty one.
    package convenience init(root: LibraryRoot, directory: String) throws {
        try self.init(root: root, directory: directory, ownDirectory: nil, isSuspect: false)
    }

    /// Opens the index in `directory`, or creates an empty one. Use `open` to replace an index that cannot be used.
    ///
    /// - Parameters:
    ///   - ownDirectory: a temporary folder that is kept as long as the index.
    ///   - isSuspect: whether to check for damage first, which reads the whole file.
    init(
        root: LibraryRoot, directory: String, ownDirectory: ScratchFolder?, isSuspect: Bool,
        cancellation: Cancellation = .never
    ) throws {
        self.root = root
        self.ownDirectory = ownDirectory
        files = IndexFiles(directory: directory)
        log = SmallLog(of: files.database)
        pool = try DatabasePool(path: files.database, configuration: Self.configuration())
        states = IndexSnapshots(pool)
        identity = (try? FileStatus(path: files.database))?.identity
        if isSuspect { try Self.checkForDamage(pool, cancellation) }
        try Interruption.watchWriting(pool, cancellation: cancellation) {
            try Self.migrate(pool)
            try pool.write { database in
                try Self.describe(root, database)
                try ReadableFormats(root.decoder).note(database)
            }
        }
    }

    /// The connection that writes is the last one to be closed.
    deinit { pool.writeWithoutTransaction(log.leave) }

    private static func migrate(_ pool: DatabasePool) throws {
        try pool.read { database in
            let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
            let identifier = try Int32.fetchOne(database, sql: "PRAGMA application_id")
            guard isEmpty || identifier == IndexSchema.applicationIdentifier else {
                throw IndexFlaw(reason: "is no index of photos")
            }
            guard try !IndexSchema.migrator.hasBeenSuperseded(database) else {
                throw IndexFlaw(reason: "was made by a newer version of Picker")
            }
        }
        try IndexSchema.migrator.migrate(pool)
    }

    private static func checkForDamage(_ pool: DatabasePool, _ cancellation: Cancellation) throws {
        try cancellation.checkIndexing()
        let answer = try pool.read { database -> String? in
            do throws(IndexError) {
                return try Interruption.watch(database, cancellation: cancellation) {
                    try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
                }
            } catch {
                // Whether it is damage is seen from the error of SQLite itself.
                if case .database(let cause) = error { throw cause }
                throw error
            }
        }
        guard answer == "ok" else { throw IndexFlaw(reason: "is damaged") }
    }

    /// Reads the current state of the index: everything that `body` reads is of the same state.
    func read<Result>(
        cancellation: Cancellation, _ body: (Database) throws -> Result
    ) throws(IndexError) -> Result {
        do {
            return try pool.read { database in
                try Interruption.watch(database, cancellation: cancellation) { try body(database) }
            }
        } catch {
            throw IndexError(error)
        }
    }

    /// Runs one transaction that writes assets.
    ///
    /// - Parameter emptyAlbums: the folders that are shown as albums although they have no photo.
    func write<Result>(
        now: Timestamp, logs: Bool = true, emptyAlbums: Set<[UInt8]> = [],
        _ body: (inout IndexWriter, Database) throws -> Result
    ) throws -> Result {
        try pool.write { database in
            var writer = IndexWriter(database, of: root.identity, now: now, logs: logs, emptyAlbums: emptyAlbums)
            let result = try body(&writer, database)
            try writer.finish()
            return result
        }
    }

    private static func describe(_ root: LibraryRoot, _ database: Database) throws {
        try database.execute(
            sql: "INSERT OR IGNORE INTO library (id, root, uuid) VALUES (1, ?, randomblob(16))",
            arguments: [Data(root.path)])
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "catalog"
        configuration.maximumReaderCount = 8
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // If the machine crashes, the last transactions may be lost, which is all right for a cache; the file stays
            // intact.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
            try database.execute(sql: "PRAGMA cache_size = -8192")
            SmallLog.keep(database)
        }
        return configuration
    }
}

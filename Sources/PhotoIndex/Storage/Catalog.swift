internal import Foundation
internal import GRDB
package import PhotoCatalog
internal import PhotoModel

/// The index of one library: an SQLite file in WAL mode, read by many and written by one.
///
/// It is a cache: deleting it loses nothing but the time to make it again.
package final class Catalog: Sendable {
    /// The file's name in the folder that the host gives.
    package static let filename = "catalog.sqlite"

    package let root: LibraryRoot
    let pool: DatabasePool
    let states: CatalogStates

    /// Opens the catalog in `directory`, or makes an empty one.
    package init(root: LibraryRoot, directory: String) throws {
        self.root = root
        pool = try DatabasePool(path: directory + "/" + Self.filename, configuration: Self.configuration())
        states = CatalogStates(pool)
        try CatalogSchema.migrator.migrate(pool)
        try pool.write { database in try Self.describe(root, database) }
    }

    /// Runs one transaction that writes assets.
    func write<Result>(
        now: Timestamp, logs: Bool = true, _ body: (inout CatalogWriter, Database) throws -> Result
    ) throws -> Result {
        try pool.write { database in
            var writer = CatalogWriter(database, now: now, logs: logs)
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
            // A crash of the machine may lose the last transactions, never the file: it is a cache.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
            try database.execute(sql: "PRAGMA cache_size = -8192")
        }
        return configuration
    }
}

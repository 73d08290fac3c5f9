internal import Foundation
internal import PhotoModel

/// The files of a catalog in its data folder.
struct CatalogFiles: Sendable {
    /// How many catalogs that were set aside are kept.
    private static let keptCount = 2

    let directory: String

    var database: String { directory + "/" + Catalog.filename }
    /// Held while the catalog is opened, migrated or set aside.
    var openingLock: String { directory + "/catalog.opening.lock" }
    /// Held while files are compared with the catalog.
    var refreshLock: String { directory + "/catalog.refresh.lock" }
    /// There when SQLite found damage: the next opening looks closely.
    private var suspicion: String { directory + "/catalog.suspect" }

    var isSuspect: Bool { FileManager.default.fileExists(atPath: suspicion) }

    func suspect() { _ = FileManager.default.createFile(atPath: suspicion, contents: nil) }

    func trust() { try? FileManager.default.removeItem(atPath: suspicion) }

    /// Gives the catalog another name, under which nobody opens it, and removes older ones.
    ///
    /// - Returns: its new path.
    func setAside(now: Timestamp) throws(IndexError) -> String {
        let time = CivilTime(timestamp: now)
        let stamp = "\(time.dateText)-\(time.timeText.replacing(":", with: ""))"
        var aside = "\(database).aside-\(stamp)"
        while FileManager.default.fileExists(atPath: aside) { aside += "b" }
        guard rename(database, aside) == 0 else { throw IndexError(code: errno, file: database) }
        // The log belongs to the file; what readers shared belongs to nobody.
        _ = rename(database + "-wal", aside + "-wal")
        unlink(database + "-shm")
        removeOld()
        trust()
        return aside
    }

    private func removeOld() {
        let prefix = Catalog.filename + ".aside-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let catalogs = names.filter { $0.hasPrefix(prefix) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
        for name in catalogs.dropLast(Self.keptCount) {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: "\(directory)/\(name)\(suffix)")
            }
        }
    }
}

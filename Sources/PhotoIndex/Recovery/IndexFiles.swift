internal import Foundation
internal import PhotoModel
internal import Platform

/// The files of an index in its data folder.
struct IndexFiles: Sendable {
    /// How many indexes are kept after they were set aside.
    private static let keptCount = 2

    let directory: String

    var database: String { directory + "/" + PhotoIndexDatabase.filename }
    /// Held while the index is opened, migrated or set aside.
    var openingLock: String { directory + "/catalog.opening.lock" }
    /// Held while files are compared with the index.
    var refreshLock: String { directory + "/catalog.refresh.lock" }
    /// This file exists if SQLite found damage: the next opening then checks the whole index.
    private var suspicion: String { directory + "/catalog.suspect" }

    var isSuspect: Bool { FileManager.default.fileExists(atPath: suspicion) }

    func suspect() { _ = FileManager.default.createFile(atPath: suspicion, contents: nil) }

    func trust() { try? FileManager.default.removeItem(atPath: suspicion) }

    /// Renames the index so that it is not opened any more, and removes all but the last few that were set aside.
    ///
    /// - Returns: its new path.
    func setAside(now: Timestamp) throws(IndexError) -> String {
        let time = CivilTime(timestamp: now)
        let stamp = "\(time.dateText)-\(time.timeText.replacing(":", with: ""))"
        var aside = "\(database).aside-\(stamp)"
        while FileManager.default.fileExists(atPath: aside) { aside += "b" }
        let here = Descriptor.workingFolder
        do throws(SystemError) {
            try here.rename(database.utf8, to: aside.utf8)
        } catch {
            throw IndexError(error, file: database)
        }
        // The write-ahead log belongs to this file, so it goes with it. The readers' shared memory is of no more use.
        try? here.rename((database + "-wal").utf8, to: (aside + "-wal").utf8)
        try? here.removeFile((database + "-shm").utf8)
        removeOld()
        trust()
        return aside
    }

    /// Removes what is left of an index that was removed or emptied: the next index would read the old write-ahead log.
    /// Processes that still have the old files open keep them, without names, and do not touch those of the next index.
    func removeRemains() {
        if let status = try? FileStatus(path: database), status.byteSize > 0 { return }
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
    }

    private func removeOld() {
        let prefix = PhotoIndexDatabase.filename + ".aside-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let indexes = names.filter { $0.hasPrefix(prefix) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
        for name in indexes.dropLast(Self.keptCount) {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: "\(directory)/\(name)\(suffix)")
            }
        }
    }
}

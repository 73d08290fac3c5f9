internal import Foundation
internal import GRDB
internal import Imaging
internal import PhotoFolder
internal import PhotoModel

/// Writes assets inside one transaction, and with them what is derived from them: day counts, words, the log of changes, and which
/// photos of bursts are stacked.
///
/// Call `finish` before the transaction ends.
struct IndexWriter {
    private let database: Database
    private let now: Timestamp
    private let logs: Bool
    private var dayCounts = DayCountChanges()
    private var collections: TouchedCollections
    /// Bursts that have other photos than before, or whose photos changed.
    private var bursts: Set<Burst> = []
    /// Remembers moved assets; it is passed from one transaction of a refresh to the next.
    var moved = MovedAssets()
    private(set) var inserted = 0
    private(set) var updated = 0
    private(set) var removed = 0

    /// - Parameters:
    ///   - identity: makes the identifiers of collections.
    ///   - now: the time that is written into the log of changes.
    ///   - logs: false in the first scan of a library, which counts as one change, not a million.
    ///   - emptyAlbums: the folders that are shown as albums although they have no photo.
    init(
        _ database: Database, of identity: LibraryIdentity, now: Timestamp, logs: Bool = true,
        emptyAlbums: Set<[UInt8]> = []
    ) {
        (self.database, self.now, self.logs) = (database, now, logs)
        collections = TouchedCollections(identity, emptyAlbums: emptyAlbums)
    }

    /// Writes an asset under its identifier, whether it is new or known; a known one counts as updated.
    mutating func put(_ draft: AssetDraft, folder: Int64) throws {
        let identifier = AssetRow.identifier(of: draft)
        guard let known = try AssetRow.Known.find(identifier, database) else {
            _ = try insert(draft, identifier, folder)
            return
        }
        try update(known, draft, identifier, folder)
    }

    /// Writes an asset that was read again. If only the status of its files has changed, nothing is logged.
    ///
    /// - Parameter isNew: whether it is certain that the index does not have it.
    /// - Returns: its id.
    mutating func refresh(_ draft: AssetDraft, folder: Int64, isNew: Bool) throws -> Int64 {
        let identifier = AssetRow.identifier(of: draft)
        guard !isNew, let known = try AssetRow.Known.find(identifier, database) else {
            // In the first scan of a library, nothing can have been moved.
            return try insert(draft, identifier, folder, replacing: logs ? moved.kept(draft, database) : nil)
        }
        if try isSame(known, draft, identifier, folder) {
            try replaceFiles(of: draft, known.id)
        } else {
            try update(known, draft, identifier, folder)
        }
        return known.id
    }

    /// Removes an asset, and logs that.
    mutating func remove(_ id: Int64) throws {
        guard let known = try AssetRow.Known.find(id, database) else { return }
        if logs { try moved.note(known, database) }
        try count(known.place, -1)
        note(known.burst, known.place.folder)
        try database.cachedStatement(sql: "DELETE FROM asset_text WHERE rowid = ?").execute(arguments: [id])
        try database.cachedStatement(sql: "DELETE FROM asset WHERE id = ?").execute(arguments: [id])
        try log(known.identifier, .removed)
        removed += 1
    }

    /// Stacks bursts again, and writes the day counts and the new generation. Call it last.
    mutating func finish() throws {
        try restack()
        for (identifier, touch) in collections.touches {
            try ChangeLog.add(identifier, touch.rawValue, at: now, database)
        }
        try dayCounts.write(database)
        dayCounts = DayCountChanges()
        try database.cachedStatement(sql: "UPDATE library SET generation = generation + 1").execute()
    }

    private mutating func count(_ place: DayCountKey, _ count: Int64) throws {
        if logs { try collections.add(place, database) }
        dayCounts.add(place, count)
    }

    private mutating func note(_ burst: Data?, _ folder: Int64) {
        if let burst { bursts.insert(Burst(folder: folder, key: burst)) }
    }

    /// Decides for each burst that was touched which of its photos stands for it, and writes those of which that is new. They
    /// do not count as updated, because their files are as they were.
    private mutating func restack() throws {
        let statement = try database.cachedStatement(sql: "UPDATE asset SET kind = ? WHERE id = ?")
        for burst in bursts {
            for photo in try burst.wronglyStacked(database) {
                let kind = photo.place.kind.stacked(!photo.place.kind.isStacked)
                try statement.execute(arguments: [kind.rawValue, photo.id])
                try count(photo.place, -1)
                try count(photo.place(as: kind), 1)
                try log(photo.identifier, .updated)
            }
        }
        bursts = []
    }

    private mutating func insert(
        _ draft: AssetDraft, _ identifier: Data, _ folder: Int64, replacing kept: MovedAssets.Kept? = nil
    ) throws -> Int64 {
        var row = AssetRow(draft, identifier, folder: folder)
        if let kept {
            (row.added, row.previewHash) = (kept.added, row.previewHash ?? kept.previewHash)
        }
        try database.cachedStatement(sql: AssetRow.insertion).execute(arguments: row.arguments)
        let id = database.lastInsertedRowID
        try count(row.place, 1)
        note(row.burst, folder)
        try writeFiles(of: draft, id)
        try writeWords(of: draft, id)
        try log(identifier, .inserted)
        inserted += 1
        return id
    }

    private mutating func update(
        _ known: AssetRow.Known, _ draft: AssetDraft, _ identifier: Data, _ folder: Int64
    ) throws {
        let row = AssetRow(draft, identifier, folder: folder, replacing: known)
        try database.cachedStatement(sql: AssetRow.replacement).execute(arguments: row.arguments + [known.id])
        try count(known.place, -1)
        try count(row.place, 1)
        note(known.burst, known.place.folder)
        note(row.burst, folder)
        try replaceFiles(of: draft, known.id)
        try database.cachedStatement(sql: "DELETE FROM asset_text WHERE rowid = ?").execute(arguments: [known.id])
        try writeWords(of: draft, known.id)
        try log(identifier, .updated)
        updated += 1
    }

    private func replaceFiles(of draft: AssetDraft, _ id: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM file WHERE asset_id = ?").execute(arguments: [id])
        try writeFiles(of: draft, id)
    }

    private func writeFiles(of draft: AssetDraft, _ id: Int64) throws {
        let statement = try database.cachedStatement(sql: FileRow.insertion)
        for (position, row) in FileRow.rows(of: draft).enumerated() {
            try statement.execute(arguments: row.arguments(asset: id, position: position))
        }
    }

    private func writeWords(of draft: AssetDraft, _ id: Int64) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO asset_text (rowid, filename, title, keywords, camera, dates, album)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [id] + words(of: draft))
    }

    private func words(of draft: AssetDraft) -> StatementArguments {
        let texts = [
            FilenameWords.text(draft.asset.filename), draft.words.title, draft.words.keywords.joined(separator: "\n"),
            draft.words.camera, DateWords.text(draft.asset.creation),
            String(decoding: splitPath(draft.files.folder).name, as: UTF8.self),
        ]
        return StatementArguments(texts.map { FoldedText.words($0) })
    }

    /// Whether the index already has exactly this.
    private func isSame(
        _ known: AssetRow.Known, _ draft: AssetDraft, _ identifier: Data, _ folder: Int64
    ) throws -> Bool {
        let row = AssetRow(draft, identifier, folder: folder, replacing: known)
        let rows = try database.cachedStatement(sql: AssetRow.comparison)
        let words = try database.cachedStatement(
            sql: """
                SELECT 1 FROM asset_text
                WHERE rowid = ? AND filename IS ? AND title IS ? AND keywords IS ? AND camera IS ? AND dates IS ?
                    AND album IS ?
                """)
        return try Row.fetchOne(rows, arguments: row.arguments + [known.id]) != nil
            && Row.fetchOne(words, arguments: [known.id] + self.words(of: draft)) != nil
    }

    private func log(_ identifier: Data, _ change: LoggedChange) throws {
        guard logs else { return }
        try ChangeLog.add(identifier, change.rawValue, at: now, database)
    }
}

/// The kinds of changes in the log. The raw values are those of the backend ABI.
enum LoggedChange: Int64 {
    case inserted = 1
    case removed
    case updated
}

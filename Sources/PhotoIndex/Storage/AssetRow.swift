internal import Foundation
internal import GRDB
internal import Imaging
internal import PhotoFolder
internal import PhotoModel

/// One row of the table `asset`.
struct AssetRow {
    var identifier: Data
    var folder: Int64
    var name: Data
    var sortName: Data
    var kind: AssetKind
    var format: Int64
    var created: Timestamp
    var createdOffset: Int?
    var createdSource: Int64
    var localDay: Int64
    var modified: Timestamp
    var added: Timestamp
    var byteSize: Int64
    var contentTag: Int64
    var pixelWidth: Int
    var pixelHeight: Int
    var duration: Double?
    var latitude: Double?
    var longitude: Double?
    var hasAdjustments: Bool
    var representationCount: Int
    var previewHash: Data?
    var rating: Int
    var foldedText: Data
    var burst: Data?

    init(_ draft: AssetDraft, _ identifier: Data, folder: Int64) {
        let asset = draft.asset
        let first = draft.files.members[0]
        self.identifier = identifier
        self.folder = folder
        name = Data(first.name)
        sortName = Data(NaturalSort.key(first.name))
        // Only the index says which photos of a burst are stacked.
        kind = AssetKind(asset, isSelfie: draft.isSelfie).stacked(false)
        format = FormatNumber.number(of: first.format)
        modified = asset.modificationTime ?? Timestamp(milliseconds: 0)
        created = asset.creation?.time ?? modified
        createdOffset = asset.creation?.offsetMinutes
        createdSource = Int64(asset.creation?.source.rawValue ?? 0)
        localDay = DayCountKey.localDay(of: created, offsetMinutes: createdOffset)
        added = draft.added
        byteSize = asset.byteSize
        contentTag = Int64(bitPattern: asset.contentTag)
        pixelWidth = asset.pixelWidth
        pixelHeight = asset.pixelHeight
        duration = asset.duration
        latitude = asset.location?.latitude
        longitude = asset.location?.longitude
        hasAdjustments = asset.hasAdjustments
        representationCount = asset.representationCount
        previewHash = draft.previewHash.map { Data($0) }
        rating = draft.rating
        burst = draft.burst.map { Data($0) }
        let words = draft.foldedWords.map { Data($0) }
        foldedText =
            FoldedText.of([asset.filename])
            + (words ?? FoldedText.of([draft.words.title, draft.words.caption] + draft.words.keywords))
    }

    /// Makes the row that replaces a known one.
    init(_ draft: AssetDraft, _ identifier: Data, folder: Int64, replacing known: Known) {
        self.init(draft, identifier, folder: folder)
        // The preview hash stays valid as long as the image does not change.
        if previewHash == nil, known.contentTag == contentTag { previewHash = known.previewHash }
        added = known.added
        // Whether it is stacked is decided when the transaction ends, and is mostly as before.
        kind = kind.stacked(known.place.kind.isStacked && (known.place.folder, known.burst) == (folder, burst))
    }

    static func identifier(of draft: AssetDraft) -> Data {
        // The scan made the identifier itself, so it is valid.
        Data(LocalIdentifier(draft.asset.localIdentifier)?.bytes ?? [])
    }

    var place: DayCountKey {
        DayCountKey(folder: folder, created: created, localDay: localDay, added: added, kind: kind)
    }

    private static let columns = [
        "identifier", "folder_id", "name", "sort_name", "kind", "format", "created", "created_offset", "created_source",
        "local_day", "modified", "added", "byte_size", "version_token", "pixel_width", "pixel_height", "duration",
        "latitude", "longitude", "has_adjustments", "representation_count", "placeholder",
        "rating", "folded_text", "burst",
    ]

    static let insertion = """
        INSERT INTO asset (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """
    static let replacement = "UPDATE asset SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?"

    static let comparison =
        "SELECT 1 FROM asset WHERE \(columns.map { "\($0) IS ?" }.joined(separator: " AND ")) AND id = ?"

    var arguments: StatementArguments {
        [
            identifier, folder, name, sortName, kind.rawValue, format, created.milliseconds, createdOffset,
            createdSource, localDay, modified.milliseconds, added.milliseconds, byteSize, contentTag, pixelWidth,
            pixelHeight, duration, latitude, longitude, hasAdjustments, representationCount, previewHash, rating,
            foldedText, burst,
        ]
    }
}

extension AssetRow {
    /// What has to be known of an asset in the index in order to replace it.
    struct Known {
        let id: Int64
        let identifier: Data
        let place: DayCountKey
        let added: Timestamp
        let contentTag: Int64
        let previewHash: Data?
        let burst: Data?

        static func find(_ identifier: Data, _ database: Database) throws -> Known? {
            try find("identifier = ?", [identifier], database)
        }

        static func find(_ id: Int64, _ database: Database) throws -> Known? {
            try find("id = ?", [id], database)
        }

        private static func find(
            _ condition: String, _ arguments: StatementArguments, _ database: Database
        ) throws -> Known? {
            let statement = try database.cachedStatement(
                sql: """
                    SELECT id, identifier, folder_id, created, local_day, kind, added, version_token, placeholder, burst
                    FROM asset WHERE \(condition)
                    """)
            return try Row.fetchOne(statement, arguments: arguments).map(Known.init)
        }

        private init(_ row: Row) {
            id = row[0]
            identifier = row[1]
            added = Timestamp(milliseconds: row[6])
            place = DayCountKey(
                folder: row[2], created: Timestamp(milliseconds: row[3]), localDay: row[4], added: added,
                kind: AssetKind(rawValue: row[5]))
            contentTag = row[7]
            previewHash = row[8]
            burst = row[9]
        }
    }
}

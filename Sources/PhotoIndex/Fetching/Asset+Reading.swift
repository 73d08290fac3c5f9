internal import Foundation
internal import GRDB
internal import Imaging
internal import PhotoFolder
internal import PhotoModel

extension Asset {
    /// The records of assets, in the order of their ids.
    static func read(_ ids: [Int64], _ database: Database) throws -> [Asset] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT asset.identifier, folder.path, name, kind, format, created, created_offset, created_source, modified, byte_size,
                    version_token, pixel_width, pixel_height, duration, latitude, longitude, has_adjustments,
                    representation_count, asset.placeholder
                FROM json_each(?) AS given
                CROSS JOIN asset ON asset.id = given.value CROSS JOIN folder ON folder.id = asset.folder_id
                """)
        let list = "[" + ids.map { String($0) }.joined(separator: ",") + "]"
        let rows = try Row.fetchCursor(statement, arguments: [list])
        var assets: [Asset] = []
        assets.reserveCapacity(ids.count)
        while let row = try rows.next() { assets.append(Asset(row)) }
        return assets
    }

    private init(_ row: Row) {
        let name = Array(row[2] as Data)
        let kind = AssetKind(rawValue: row[3])
        self.init(
            localIdentifier: LocalIdentifier(kind: .asset, bytes: row[0] as Data)?.text ?? "",
            filename: String(decoding: name, as: UTF8.self),
            path: AssetPath(bytes: joined(Array(row[1] as Data), name)),
            contentType: FormatNumber.format(row[4])?.uniformTypeIdentifier ?? "public.data",
            mediaType: kind.mediaType)
        mediaSubtypes = kind.subtypes
        isFavorite = kind.isFavorite
        isHidden = kind.isHidden
        creation = CreationDate(time: row[5], offsetMinutes: row[6], source: row[7])
        modificationTime = Timestamp(milliseconds: row[8])
        byteSize = row[9]
        availability = .local
        contentTag = UInt64(bitPattern: row[10] as Int64)
        pixelWidth = row[11]
        pixelHeight = row[12]
        duration = row[13]
        location = Location(latitude: row[14], longitude: row[15])
        hasAdjustments = row[16]
        representationCount = row[17]
        previewHash = (row[18] as Data?).map { Array($0) }
    }
}

extension CreationDate {
    /// Nil if the time at which the asset was created is not known.
    fileprivate init?(time: Int64, offsetMinutes: Int?, source: Int64) {
        guard let source = Source(rawValue: UInt32(clamping: source)), source != .unknown else { return nil }
        self.init(time: Timestamp(milliseconds: time), offsetMinutes: offsetMinutes, source: source)
    }
}

extension Location {
    fileprivate init?(latitude: Double?, longitude: Double?) {
        guard let latitude, let longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

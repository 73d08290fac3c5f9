internal import PhotoModel
internal import PostgresClient

/// The columns from which an asset is read.
enum AssetColumns {
    /// The columns of `picker.asset a`, in the order in which `asset(_:)` reads them.
    static let list = SQL(
        """
        a.identifier, a.path, a.content_type, a.media_type, a.subtypes, a.width, a.height, a.created, a.created_offset,
        a.created_source, a.modified, a.byte_size, a.content_tag, a.duration, a.latitude, a.longitude, a.is_favorite,
        a.is_hidden, a.has_adjustments, a.file_count, a.preview_hash, a.sort_name
        """)
    static let count = 22

    static func asset(_ row: SQLRow) -> Asset {
        var asset = blank
        read(row, into: &asset)
        return asset
    }

    /// Of which `read` sets everything.
    static let blank = Asset(
        localIdentifier: "", filename: "", path: AssetPath(bytes: []), contentType: "", mediaType: .unknown)

    /// Reads all that there is of an asset. One asset for all rows of a list is not copied with all its texts for each.
    static func read(_ row: SQLRow, into asset: inout Asset) {
        row.withCells(count) { read($0, into: &asset) }
    }

    private static func read(_ row: SQLCells, into asset: inout Asset) {
        let path = row.bytes(1) ?? []
        asset.localIdentifier = row.text(0) ?? ""
        asset.filename = String(
            decoding: path.suffix(from: (path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1), as: UTF8.self)
        asset.path = AssetPath(bytes: path)
        asset.contentType = row.text(2) ?? ""
        asset.mediaType = MediaType(rawValue: UInt32(row.integer(3) ?? 0)) ?? .unknown
        asset.mediaSubtypes = MediaSubtypes(rawValue: UInt32(truncatingIfNeeded: row.integer(4) ?? 0))
        asset.pixelWidth = Int(row.integer(5) ?? 0)
        asset.pixelHeight = Int(row.integer(6) ?? 0)
        asset.creation = creation(row)
        asset.modificationTime = time(row.integer(10))
        asset.byteSize = row.integer(11) ?? 0
        asset.contentTag = UInt64(bitPattern: row.integer(12) ?? 0)
        asset.duration = row.real(13)
        asset.location = nil
        if let latitude = row.real(14), let longitude = row.real(15) {
            asset.location = Location(latitude: latitude, longitude: longitude)
        }
        asset.isFavorite = row.flag(16)
        asset.isHidden = row.flag(17)
        asset.hasAdjustments = row.flag(18)
        asset.representationCount = Int(row.integer(19) ?? 1)
        asset.previewHash = row.bytes(20)
        asset.availability = .remote
    }

    private static func creation(_ row: SQLCells) -> CreationDate? {
        guard let time = time(row.integer(7)) else { return nil }
        return CreationDate(
            time: time, offsetMinutes: row.integer(8).map(Int.init),
            source: CreationDate.Source(rawValue: UInt32(row.integer(9) ?? 0)) ?? .unknown)
    }

    private static func time(_ milliseconds: Int64?) -> Timestamp? {
        guard let milliseconds, milliseconds != .min else { return nil }
        return Timestamp(milliseconds: milliseconds)
    }
}

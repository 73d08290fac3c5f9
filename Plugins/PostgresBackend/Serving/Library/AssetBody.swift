internal import BackendKit
internal import PhotoModel
internal import PostgresClient

/// One file of an asset, and the images of it that are kept ready.
struct StoredFile: Sendable {
    struct Rendition: Sendable {
        /// The last digit: 0 a thumbnail, 1 fills a screen, 2 has all pixels.
        let level: Int
        let size: PixelSize
        /// Of its object.
        let byteSize: Int64
    }

    let representation: Representation
    let hash: [UInt8]
    /// Of the object, of which the file may be a part.
    let objectSize: Int64
    /// Whether it is shown in another orientation than it says itself: by its renditions alone.
    let isTurned: Bool
    var renditions: [Rendition] = []

    /// Whether hosts read it themselves, and show it as it is to be shown.
    var isImageFile: Bool {
        !isTurned
            && ["public.jpeg", "public.png", "org.webmproject.webp", "com.compuserve.gif"].contains(
                representation.contentType)
    }
}

/// What an asset is now: its record and its files.
struct AssetBody: Sendable {
    let asset: Asset
    let files: [StoredFile]
    /// Of its row in `picker.body`, which is never changed.
    let row: Int64

    /// The file whose pixels are a version of the asset (`ImageVersion.roles`): of a video, one of its frames.
    func image(_ version: ImageVersion) -> StoredFile? {
        if asset.mediaType == .video {
            return version == .current ? first(.edited) ?? files.first : files.first
        }
        for role in version.roles {
            if let found = first(role) { return found }
        }
        return nil
    }

    private func first(_ role: RepresentationRole) -> StoredFile? { files.first { $0.representation.role == role } }
}

extension PostgresLibrary {
    /// What is known of an asset now, in one question.
    func body(of localIdentifier: String, _ call: BackendCall) throws(PhotoError) -> AssetBody {
        let columns = SQL(
            """
            , f.role, f.path, f.content_type, f.byte_size, f.content_tag, f.byte_offset, f.width, f.height, f.hash,
            f.position, r.level, r.width, r.height, f.turned, o.byte_size, r.byte_size, a.body
            """)
        var query = SQL("SELECT ") + AssetColumns.list + columns
        query += SQL(
            """
             FROM picker.asset a JOIN picker.file f ON f.body = a.body JOIN picker.object o ON o.hash = f.hash
            LEFT JOIN picker.rendition r ON r.hash = f.hash AND r.level / 10 = f.turned
            WHERE a.identifier = ? AND a.until = 9223372036854775807 ORDER BY f.position, r.level
            """, .text(localIdentifier))
        let rows = try run(query, call.cancellation).rows
        guard let first = rows.first else { throw unknown(localIdentifier) }
        var files: [(position: Int64, file: StoredFile)] = []
        for row in rows {
            let place = AssetColumns.count
            let position = row.integer(place + 9) ?? 0
            if files.last?.position != position { files.append((position, Self.file(row, place))) }
            guard let level = row.integer(place + 10), let width = row.integer(place + 11),
                let height = row.integer(place + 12), let byteSize = row.integer(place + 15)
            else { continue }
            files[files.count - 1].file.renditions.append(
                .init(level: Int(level), size: PixelSize(width: Int(width), height: Int(height)), byteSize: byteSize))
        }
        return AssetBody(
            asset: AssetColumns.asset(first), files: files.map(\.file), row: first.integer(AssetColumns.count + 16) ?? 0
        )
    }

    private static func file(_ row: SQLRow, _ place: Int) -> StoredFile {
        let path = row.bytes(place + 1) ?? []
        let offset = row.integer(place + 5) ?? 0
        var representation = Representation(
            role: RepresentationRole(rawValue: UInt32(row.integer(place) ?? 0)) ?? .alternate,
            filename: Self.filename(path, isPart: offset > 0), path: AssetPath(bytes: path),
            contentType: row.text(place + 2) ?? "", byteSize: row.integer(place + 3) ?? 0,
            contentTag: UInt64(bitPattern: row.integer(place + 4) ?? 0), byteOffset: offset,
            pixelWidth: Int(row.integer(place + 6) ?? 0), pixelHeight: Int(row.integer(place + 7) ?? 0))
        representation.availability = .remote
        return StoredFile(
            representation: representation, hash: row.bytes(place + 8) ?? [], objectSize: row.integer(place + 14) ?? 0,
            isTurned: (row.integer(place + 13) ?? 0) > 0)
    }

    /// The video of a motion photo, which is a part of its file, is called as that is but for the extension.
    private static func filename(_ path: [UInt8], isPart: Bool) -> String {
        let name = path.suffix(from: (path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)
        guard isPart else { return String(decoding: name, as: UTF8.self) }
        return String(decoding: name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)], as: UTF8.self)
            + ".mp4"
    }
}

internal import BackendKit
internal import PhotoModel
internal import PostgresClient

/// One file of an asset, and its ready images.
struct StoredFile: Sendable {
    struct Rendition: Sendable {
        /// The last digit is 0 for a thumbnail, 1 for an image that fills a screen, and 2 for one with all pixels.
        let level: Int
        let size: PixelSize
        /// The size of its object in bytes.
        let byteSize: Int64
    }

    let representation: Representation
    let hash: [UInt8]
    /// The size in bytes of the object, of which the file may be a part.
    let objectSize: Int64
    /// Whether it is shown in another orientation than the file itself gives. Only its renditions have that orientation.
    let isTurned: Bool
    var renditions: [Rendition] = []

    /// Whether hosts can read the file itself and show it in the right orientation.
    var isImageFile: Bool {
        !isTurned
            && ["public.jpeg", "public.png", "org.webmproject.webp", "com.compuserve.gif"].contains(
                representation.contentType)
    }
}

/// The record and the files of an asset, as they are now.
struct AssetBody: Sendable {
    let asset: Asset
    let files: [StoredFile]
    /// The number of its row in `picker.body`, which is never changed.
    let row: Int64

    /// The file that shows a version of the asset (`ImageVersion.roles`); for a video, one of its frames is shown.
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
    /// Reads the record and the files of an asset with one statement.
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
        return AssetBody(
            asset: AssetColumns.asset(first), files: Self.files(rows), row: first.integer(AssetColumns.count + 16) ?? 0)
    }

    /// The files of an asset, each with its renditions: a row is a rendition of a file, or a file without one.
    private static func files(_ rows: [SQLRow]) -> [StoredFile] {
        var files: [(position: Int64, file: StoredFile)] = []
        for row in rows {
            let place = AssetColumns.count
            let position = row.integer(place + 9) ?? 0
            if files.last?.position != position { files.append((position, file(row, place))) }
            guard let level = row.integer(place + 10), let width = row.integer(place + 11),
                let height = row.integer(place + 12), let byteSize = row.integer(place + 15)
            else { continue }
            files[files.count - 1].file.renditions.append(
                .init(level: Int(level), size: PixelSize(width: Int(width), height: Int(height)), byteSize: byteSize))
        }
        return files.map(\.file)
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

    /// The file name of a representation. The video of a motion photo, which is a part of the photo's file, has that file's name with the
    /// extension mp4.
    private static func filename(_ path: [UInt8], isPart: Bool) -> String {
        let name = path.suffix(from: (path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)
        guard isPart else { return String(decoding: name, as: UTF8.self) }
        return String(decoding: name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)], as: UTF8.self)
            + ".mp4"
    }
}

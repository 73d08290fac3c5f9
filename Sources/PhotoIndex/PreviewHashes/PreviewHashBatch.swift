internal import GRDB
internal import Imaging

/// Preview hashes that were made and are not written yet.
struct PreviewHashBatch {
    /// How many are written at once.
    private static let length = 64

    private let photoIndex: PhotoIndexDatabase
    private var made: [ThumbnailOrigin: [UInt8]] = [:]

    init(_ photoIndex: PhotoIndexDatabase) { self.photoIndex = photoIndex }

    var isEmpty: Bool { made.isEmpty }

    /// - Throws: errors after which the index cannot be written.
    mutating func add(_ thumbnail: RenderedThumbnail) throws {
        guard made[thumbnail.origin] == nil, try photoIndex.lacksPreviewHash(thumbnail.origin) else { return }
        // Making one may fail, for example when memory runs out. A later rendering brings the thumbnail again.
        guard let previewHash = try? PreviewHash(thumbnail.pixels) else { return }
        made[thumbnail.origin] = previewHash.bytes
        if made.count >= Self.length { try write() }
    }

    /// Writes all of them, or drops them if another process holds the index.
    mutating func write() throws {
        guard !made.isEmpty else { return }
        defer { made = [:] }
        do {
            try photoIndex.store(made)
        } catch {
            guard let known = error as? DatabaseError, known.resultCode == .SQLITE_BUSY else { throw error }
        }
    }
}

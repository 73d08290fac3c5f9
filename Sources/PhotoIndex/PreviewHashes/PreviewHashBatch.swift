internal import GRDB
internal import Imaging

/// Preview hashes that were made and not written yet.
struct PreviewHashBatch {
    /// As many are written at once.
    private static let length = 64

    private let photoIndex: PhotoIndexDatabase
    private var made: [ThumbnailOrigin: [UInt8]] = [:]

    init(_ photoIndex: PhotoIndexDatabase) { self.photoIndex = photoIndex }

    var isEmpty: Bool { made.isEmpty }

    /// - Throws: what the index cannot get over.
    mutating func add(_ thumbnail: RenderedThumbnail) throws {
        guard made[thumbnail.origin] == nil, try photoIndex.lacksPreviewHash(thumbnail.origin) else { return }
        // Out of memory, say: there is always a next time.
        guard let previewHash = try? PreviewHash(thumbnail.pixels) else { return }
        made[thumbnail.origin] = previewHash.bytes
        if made.count >= Self.length { try write() }
    }

    /// Writes them all. They are dropped when another process holds the index.
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

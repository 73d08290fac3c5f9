internal import GRDB
internal import Imaging

/// Placeholders that were made and not written yet.
struct PlaceholderBatch {
    /// As many are written at once.
    private static let length = 64

    private let catalog: Catalog
    private var made: [PictureOrigin: [UInt8]] = [:]

    init(_ catalog: Catalog) { self.catalog = catalog }

    var isEmpty: Bool { made.isEmpty }

    /// - Throws: what the catalog cannot get over.
    mutating func add(_ picture: RenderedPicture) throws {
        guard made[picture.origin] == nil, try catalog.lacksPlaceholder(picture.origin) else { return }
        // Out of memory, say: there is always a next time.
        guard let placeholder = try? Placeholder(picture.pixels) else { return }
        made[picture.origin] = placeholder.bytes
        if made.count >= Self.length { try write() }
    }

    /// Writes them all. They are dropped when another process holds the catalog.
    mutating func write() throws {
        guard !made.isEmpty else { return }
        defer { made = [:] }
        do {
            try catalog.store(made)
        } catch {
            guard let known = error as? DatabaseError, known.resultCode == .SQLITE_BUSY else { throw error }
        }
    }
}

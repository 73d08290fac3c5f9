internal import PhotoModel

/// The collections of a library by what people call them.
struct AlbumNames {
    /// More folders within each other than a path of a file can name. The parents that a backend gives may form a cycle.
    private static let mostDepth = 2048

    private let all: [AssetCollection]
    private let known: [String: AssetCollection]

    init(_ all: [AssetCollection]) {
        self.all = all
        known = Dictionary(all.map { ($0.localIdentifier, $0) }) { first, _ in first }
    }

    var titles: [String] { all.map(\.title) }

    func collections(titled title: String) -> [AssetCollection] { all.filter { $0.title == title } }

    /// The only album with this title, or with these titles of its folders and its own between slashes; nil if there is none, or
    /// more than one.
    func album(_ name: String) -> AssetCollection? {
        if let found = Self.album(among: collections(titled: name)) { return found }
        return name.contains("/") ? Self.album(among: all.filter { way(to: $0) == name }) : nil
    }

    /// The titles of the folders that a collection is in, and its own, between slashes.
    func way(to collection: AssetCollection) -> String {
        var titles = [collection.title]
        var parent = collection.parent
        while let folder = parent.flatMap({ known[$0] }), titles.count <= Self.mostDepth {
            titles.append(folder.title)
            parent = folder.parent
        }
        return titles.reversed().joined(separator: "/")
    }

    /// The only one of these collections, or the only one that is not a folder: a folder with photos of its own is listed as a
    /// folder and as an album.
    private static func album(among collections: [AssetCollection]) -> AssetCollection? {
        if collections.count == 1 { return collections.first }
        let albums = collections.filter { $0.type != .folder }
        return albums.count == 1 ? albums.first : nil
    }
}

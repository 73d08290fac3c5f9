internal import PhotoModel

/// The tree of folders that contain albums. A folder that contains other folders is shown as a list of them; if it contains assets too, it
/// is also shown as an album.
struct AlbumTree: Sendable {
    /// An album and its folder.
    struct Album {
        let path: [UInt8]
        let record: AssetCollection
    }

    private static let separator = UInt8(ascii: "/")

    /// The collections directly in each folder that contains others, in natural sort. An album comes before the list of the same folder.
    private var inside: [[UInt8]: [AssetCollection]] = [:]
    private var lists: [String: (folder: [UInt8], record: AssetCollection)] = [:]

    init(_ albums: [Album], _ identity: LibraryIdentity) {
        var entries: [[UInt8]: (album: AssetCollection?, isList: Bool)] = [:]
        for album in albums {
            entries[album.path, default: (nil, false)].album = album.record
            var folder = Self.folder(of: album.path)
            while !folder.isEmpty, entries[folder]?.isList != true {
                entries[folder, default: (nil, false)].isList = true
                folder = Self.folder(of: folder)
            }
        }
        let sorted = entries.keys.map { (NaturalSort.key(Self.name(of: $0)), $0) }.sorted {
            $0.0 == $1.0 ? $0.1.lexicographicallyPrecedes($1.1) : $0.0.lexicographicallyPrecedes($1.0)
        }
        for (_, path) in sorted {
            let place = Self.folder(of: path)
            if let album = entries[path]?.album { inside[place, default: []].append(album) }
            guard entries[path]?.isList == true else { continue }
            let list = AssetCollection(
                localIdentifier: identity.collectionList(folder: path).text, title: Self.title(ofFolder: path),
                parent: Self.parent(of: path, identity), type: .folder)
            inside[place, default: []].append(list)
            lists[list.localIdentifier] = (path, list)
        }
    }

    /// - Parameter folder: the path of the folder; empty for the top.
    func collections(in folder: [UInt8]) -> [AssetCollection] { inside[folder] ?? [] }

    func list(_ identifier: String) -> (folder: [UInt8], record: AssetCollection)? { lists[identifier] }

    /// The identifier of the list that contains a folder; nil at the top.
    static func parent(of path: [UInt8], _ identity: LibraryIdentity) -> String? {
        let folder = folder(of: path)
        return folder.isEmpty ? nil : identity.collectionList(folder: folder).text
    }

    /// The name of a folder without control characters, so that it is one line.
    static func title(ofFolder path: [UInt8]) -> String {
        let text = String(decoding: name(of: path), as: UTF8.self)
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }

    private static func name(of path: [UInt8]) -> [UInt8] {
        Array(path.suffix(from: (path.lastIndex(of: separator) ?? -1) + 1))
    }

    private static func folder(of path: [UInt8]) -> [UInt8] { Array(path[..<(path.lastIndex(of: separator) ?? 0)]) }
}

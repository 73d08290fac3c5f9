internal import PhotoModel

/// The folders that albums are in. One that holds others is a list of these, and may be an album besides.
struct AlbumTree {
    /// An album and its folder.
    struct Album {
        let path: [UInt8]
        let record: AssetCollection
    }

    private static let separator = UInt8(ascii: "/")

    let identity: LibraryIdentity
    let albums: [Album]

    /// What is directly in a folder, in natural sort, an album before the list of the same folder.
    func collections(in folder: [UInt8]) -> [AssetCollection] {
        var found: [[UInt8]: (album: AssetCollection?, isList: Bool)] = [:]
        let beginning = folder.isEmpty ? [] : folder + [Self.separator]
        for album in albums where album.path.starts(with: beginning) && album.path.count > beginning.count {
            let rest = album.path.dropFirst(beginning.count)
            let name = Array(rest.prefix { $0 != Self.separator })
            if name.count == rest.count {
                found[name, default: (nil, false)].album = album.record
            } else {
                found[name, default: (nil, false)].isList = true
            }
        }
        let sorted = found.map { (NaturalSort.key($0.key), $0.key, $0.value) }.sorted {
            $0.0 == $1.0 ? $0.1.lexicographicallyPrecedes($1.1) : $0.0.lexicographicallyPrecedes($1.0)
        }
        return sorted.flatMap { _, name, entry -> [AssetCollection] in
            (entry.album.map { [$0] } ?? []) + (entry.isList ? [list(beginning + name)] : [])
        }
    }

    /// The folder of a list; nil when there is no such list.
    func folder(ofList identifier: String) -> [UInt8]? {
        var seen: Set<[UInt8]> = []
        for album in albums {
            var path = Self.folder(of: album.path)
            while !path.isEmpty, seen.insert(path).inserted {
                if identity.collectionList(folder: path).text == identifier { return path }
                path = Self.folder(of: path)
            }
        }
        return nil
    }

    /// The record of the list of a folder.
    func list(_ folder: [UInt8]) -> AssetCollection {
        AssetCollection(
            localIdentifier: identity.collectionList(folder: folder).text, title: Self.title(ofFolder: folder),
            parent: Self.parent(of: folder, identity), type: .folder)
    }

    /// The list that a folder is in; there is none around everything.
    static func parent(of path: [UInt8], _ identity: LibraryIdentity) -> String? {
        let folder = folder(of: path)
        return folder.isEmpty ? nil : identity.collectionList(folder: folder).text
    }

    /// The name of a folder, on one line.
    static func title(ofFolder path: [UInt8]) -> String {
        let text = String(decoding: path.suffix(from: (path.lastIndex(of: separator) ?? -1) + 1), as: UTF8.self)
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }

    private static func folder(of path: [UInt8]) -> [UInt8] { Array(path[..<(path.lastIndex(of: separator) ?? 0)]) }
}

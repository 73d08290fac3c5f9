internal import PhotoModel

/// What a playlist comes to in a library: the photos that it names, and what it names besides.
struct PlaylistContents {
    /// More lines that name nothing are not told one by one.
    private static let mostProblems = 20

    private(set) var title: String
    /// Places among the library's photos, in the order of the playlist; one that is named twice has its first place.
    private(set) var photos: [Int] = []
    /// Titles that the playlist gives to photos, by their places.
    private(set) var titles: [(place: Int, title: String)] = []
    private(set) var problems: [Diagnostic] = []

    /// - Parameter places: of the photos that were found in the folder, by path. Only these can be in an album: a
    ///   playlist chooses and orders, and opens nothing.
    init(_ file: FolderWalk.PlaylistFile, in root: RootFolder, _ places: [[UInt8]: Int]) {
        let playlist = Playlist(file.bytes)
        let (folder, name) = file.path.split()
        let stem = name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) } ?? name
        title = playlist.title ?? AssetPath(bytes: stem).text
        var seen: Set<Int> = []
        for entry in playlist.entries {
            let paths = Self.readings(of: entry.path).map { EntryPath($0, in: folder, root: root.path) }
            guard let place = paths.lazy.compactMap({ $0.inside.flatMap { places[$0] } }).first else {
                report(entry, paths[1], in: file)
                continue
            }
            if seen.insert(place).inserted { photos.append(place) }
            if let title = entry.title { titles.append((place, title)) }
        }
    }

    /// The path as it is, and as it was meant when it was written on Windows. A "\" may be a part of a name, too.
    private static func readings(of path: [UInt8]) -> [[UInt8]] {
        [path, path.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }]
    }

    private mutating func report(_ entry: Playlist.Entry, _ path: EntryPath, in file: FolderWalk.PlaylistFile) {
        guard problems.count <= Self.mostProblems else { return }
        let (reason, what): (PhotoStatus, String) =
            switch path {
            case .inside: (.notFound, "no JPEG photo of this library")
            case .outside: (.accessDenied, "outside of this library")
            case .address: (.unsupported, "an address, not a file")
            }
        let named = String(decoding: entry.path.prefix(200), as: UTF8.self)
        let message =
            problems.count == Self.mostProblems
            ? "and more lines that name no photo of this library" : "line \(entry.line), \(named): \(what)"
        problems.append(Diagnostic(path: AssetPath(bytes: file.path), reason: reason, message: message))
    }
}

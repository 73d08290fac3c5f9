internal import BackendKit
internal import PhotoModel

/// What a folder held when it was read. Never changes; a new one takes its place.
struct Catalog: Sendable {
    /// A collection, and the photos in it as places in `photos`, in its order.
    struct Album: Equatable, Sendable {
        let collection: AssetCollection
        let photos: [Int]
    }

    /// Newest first.
    let photos: [Photo]
    /// The camera roll, then the playlists by their paths.
    let albums: [Album]
    /// What is not shown, and why.
    let problems: [Diagnostic]
    /// Versions of files that are neither photos nor playlists, by path: they need not be opened again.
    let others: [[UInt8]: UInt64]
    let placesByIdentifier: [String: Int]
    let placesByPath: [[UInt8]: Int]

    var cameraRoll: Album { albums[0] }

    /// Whether users see a difference.
    func differs(from other: Catalog) -> Bool {
        photos != other.photos || albums != other.albums || problems != other.problems
    }

    /// Yours: this is where photos and albums come from.
    ///
    /// - Parameters:
    ///   - earlier: what the folder held before; of what did not change since, only playlists are opened again.
    ///   - check: throws when the reading is to end.
    init(
        reading root: RootFolder, after earlier: Catalog?, check: () throws(PhotoError) -> Void
    ) throws(PhotoError) {
        var walk = FolderWalk(root, earlier: earlier)
        try walk.run(check: check)
        var photos = walk.photos.sorted(by: Self.isNewer)
        let places = Dictionary(uniqueKeysWithValues: photos.enumerated().map { ($1.asset.path.bytes, $0) })
        var albums = [Self.cameraRoll(of: photos.count, root.identity)]
        // A folder is read in no order: the same problems must not look like others.
        var problems = walk.problems.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
        for file in walk.playlists.sorted(by: { $0.path.lexicographicallyPrecedes($1.path) }) {
            try check()
            let contents = PlaylistContents(file, in: root, places)
            problems += contents.problems
            for (place, title) in contents.titles where photos[place].title == nil { photos[place].title = title }
            if !contents.photos.isEmpty { albums.append(Self.album(file, contents, root.identity)) }
        }
        (self.photos, self.albums, self.problems, placesByPath) = (photos, albums, problems, places)
        others = walk.others
        placesByIdentifier = Dictionary(
            uniqueKeysWithValues: photos.enumerated().map { ($1.asset.localIdentifier, $0) })
    }

    func photo(_ localIdentifier: String) throws(PhotoError) -> Photo {
        guard let place = placesByIdentifier[localIdentifier] else {
            throw .notFound("there is no photo \(localIdentifier); it may have been moved or removed")
        }
        return photos[place]
    }

    func album(_ localIdentifier: String) throws(PhotoError) -> Album {
        guard let album = albums.first(where: { $0.collection.localIdentifier == localIdentifier }) else {
            throw .notFound("there is no album \(localIdentifier); its playlist may have been moved or emptied")
        }
        return album
    }

    /// What was taken at the same time comes by path, so that the order is the same each time.
    private static func isNewer(_ one: Photo, _ other: Photo) -> Bool {
        guard let first = one.asset.creation?.time, let second = other.asset.creation?.time, first != second else {
            return one.asset.path.bytes.lexicographicallyPrecedes(other.asset.path.bytes)
        }
        return second < first
    }

    private static func cameraRoll(of count: Int, _ identity: LibraryIdentity) -> Album {
        let collection = AssetCollection(
            localIdentifier: identity.collection(smartAlbum: "camera-roll").text, title: "Camera Roll",
            type: .smartAlbum, subtype: .cameraRoll, estimatedCount: count)
        return Album(collection: collection, photos: Array(0..<count))
    }

    private static func album(
        _ file: FolderWalk.PlaylistFile, _ contents: PlaylistContents, _ identity: LibraryIdentity
    ) -> Album {
        let collection = AssetCollection(
            localIdentifier: identity.collection(folder: file.path).text, title: contents.title, type: .album,
            estimatedCount: contents.photos.count)
        return Album(collection: collection, photos: contents.photos)
    }
}

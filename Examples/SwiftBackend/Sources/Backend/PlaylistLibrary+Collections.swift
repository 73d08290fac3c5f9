internal import BackendKit
internal import PhotoModel

// The camera roll with all photos, and an album for each playlist.
extension PlaylistLibrary {
    func collections(
        under parent: String?, types: CollectionTypes, call: BackendCall, emit: (AssetCollection) -> Flow
    ) throws(PhotoError) {
        // Without the capability `nestedCollections` there is nothing that a collection could lie in.
        if let parent { throw .notFound("there is no folder of albums \(parent)") }
        for album in catalog.albums where types.contains(album.collection.type) {
            try call.check()
            if emit(album.collection) == .stop { return }
        }
    }

    func cameraRoll(call: BackendCall) throws(PhotoError) -> AssetCollection { catalog.cameraRoll.collection }

    func collection(_ localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        try catalog.album(localIdentifier).collection
    }

    func fetch(_ scope: FetchScope, options: FetchOptions, call: BackendCall) throws(PhotoError) -> AssetList {
        let catalog = catalog
        let places =
            switch scope {
            case .all: catalog.cameraRoll.photos
            case .collection(let identifier): try catalog.album(identifier).photos
            case .identifiers(let identifiers): identifiers.compactMap { catalog.placesByIdentifier[$0] }
            case .paths(let paths): paths.compactMap { catalog.placesByPath[$0.bytes] }
            }
        return AssetList(places.map { catalog.photos[$0].asset }, options: options)
    }
}

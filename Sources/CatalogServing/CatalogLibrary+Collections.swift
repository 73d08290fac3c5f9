package import BackendKit
internal import PhotoCatalog
internal import PhotoIndex
package import PhotoModel

extension CatalogLibrary {
    package func collections(
        under parent: String?, types: CollectionTypes, call: BackendCall, emit: (AssetCollection) -> Flow
    ) throws(BackendError) {
        let found = try indexing { try catalog.collections(under: parent, types: types, check: call.check) }
        let empty = parent == nil && types.contains(.album) ? emptyAlbums() : []
        for collection in found + empty where emit(collection) == .stop { return }
    }

    package func cameraRoll(call: BackendCall) throws(BackendError) -> AssetCollection {
        try indexing { try catalog.cameraRoll(check: call.check) }
    }

    package func collection(_ localIdentifier: String, call: BackendCall) throws(BackendError) -> AssetCollection {
        if let album = emptyAlbum(localIdentifier) { return album }
        return try indexing { try catalog.collection(localIdentifier, check: call.check) }
    }

    package func keyAssets(
        of collection: String, mediaTypes: MediaTypes, call: BackendCall
    ) throws(BackendError) -> [Asset] {
        if emptyAlbum(collection) != nil { return [] }
        return try indexing { try catalog.keyAssets(of: collection, mediaTypes: mediaTypes, check: call.check) }
    }
}

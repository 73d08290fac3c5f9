package import BackendKit
internal import PhotoFolder
internal import PhotoIndex
package import PhotoModel

extension IndexedFolderLibrary {
    package func collections(
        under parent: String?, types: CollectionTypes, call: BackendCall, emit: (AssetCollection) -> Flow
    ) throws(PhotoError) {
        let empty = parent == nil && types.contains(.album) ? try emptyAlbums(call: call) : []
        let found = try withIndex(call) {
            try $0.collections(under: parent, types: types, cancellation: call.cancellation)
        }
        // An album that got its first photo in between is in both lists.
        let known = Set(empty.isEmpty ? [] : found.map(\.localIdentifier))
        for collection in found + empty.filter({ !known.contains($0.localIdentifier) })
        where emit(collection) == .stop { return }
    }

    package func cameraRoll(call: BackendCall) throws(PhotoError) -> AssetCollection {
        try withIndex(call) { try $0.cameraRoll(cancellation: call.cancellation) }
    }

    package func collection(_ localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        if let album = try emptyAlbum(localIdentifier, call: call) { return album }
        return try withIndex(call) { try $0.collection(localIdentifier, cancellation: call.cancellation) }
    }

    package func keyAssets(
        of collection: String, mediaTypes: MediaTypes, call: BackendCall
    ) throws(PhotoError) -> [Asset] {
        if try emptyAlbum(collection, call: call) != nil { return [] }
        return try withIndex(call) {
            try $0.keyAssets(of: collection, mediaTypes: mediaTypes, cancellation: call.cancellation)
        }
    }
}

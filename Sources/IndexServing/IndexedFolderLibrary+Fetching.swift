package import BackendKit
internal import PhotoIndex
package import PhotoModel

extension IndexedFolderLibrary: SearchableLibrary {
    package func fetch(
        _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> IndexedFolderFetch {
        if try isEmptyAlbum(scope, call: call) { return IndexedFolderFetch(nil) }
        return try fetch(.assets(scope), options, call)
    }

    package func search(
        _ text: String, _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> IndexedFolderFetch {
        if try isEmptyAlbum(scope, call: call) { return IndexedFolderFetch(nil) }
        return try fetch(.search(text, scope), options, call)
    }

    private func isEmptyAlbum(_ scope: FetchScope, call: BackendCall) throws(PhotoError) -> Bool {
        guard case .collection(let album) = scope else { return false }
        return try emptyAlbum(album, call: call) != nil
    }

    private func fetch(
        _ scope: IndexScope, _ options: FetchOptions, _ call: BackendCall
    ) throws(PhotoError) -> IndexedFolderFetch {
        try withIndex(call) { [index] photoIndex in
            IndexedFolderFetch(try photoIndex.fetch(scope, options)) { index.note($0, of: photoIndex) }
        }
    }
}

package import BackendKit
internal import PhotoIndex
package import PhotoModel

extension IndexedFolderLibrary: SearchableLibrary {
    package func fetch(
        _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> IndexedFolderFetch {
        if case .collection(let album) = scope, emptyAlbum(album) != nil { return IndexedFolderFetch(nil) }
        return try fetch(.assets(scope), options, call)
    }

    package func search(
        _ text: String, _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> IndexedFolderFetch {
        try fetch(.search(text, scope), options, call)
    }

    private func fetch(
        _ scope: IndexScope, _ options: FetchOptions, _ call: BackendCall
    ) throws(PhotoError) -> IndexedFolderFetch {
        try withIndex(call) { [index] photoIndex in
            IndexedFolderFetch(try photoIndex.fetch(scope, options)) { index.note($0, of: photoIndex) }
        }
    }
}

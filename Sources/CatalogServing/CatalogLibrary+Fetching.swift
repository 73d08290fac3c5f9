package import BackendKit
internal import PhotoIndex
package import PhotoModel

extension CatalogLibrary: SearchableLibrary {
    package func fetch(
        _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(BackendError) -> CatalogLibraryFetch {
        if case .collection(let album) = scope, emptyAlbum(album) != nil { return CatalogLibraryFetch(nil) }
        return CatalogLibraryFetch(try indexing { try catalog.fetch(.assets(scope), options) })
    }

    package func search(
        _ text: String, _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(BackendError) -> CatalogLibraryFetch {
        CatalogLibraryFetch(try indexing { try catalog.fetch(.search(text, scope), options) })
    }
}

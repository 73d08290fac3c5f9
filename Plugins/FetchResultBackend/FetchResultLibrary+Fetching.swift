internal import BackendKit
internal import PhotoIndex
internal import PhotoModel

extension FetchResultLibrary: SearchableLibrary {
    func fetch(
        _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(BackendError) -> FetchResultFetch {
        if case .collection(let album) = scope, emptyAlbum(album) != nil { return FetchResultFetch(nil) }
        return FetchResultFetch(try indexing { try catalog.fetch(.assets(scope), options) })
    }

    func search(
        _ text: String, _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(BackendError) -> FetchResultFetch {
        FetchResultFetch(try indexing { try catalog.fetch(.search(text, scope), options) })
    }
}

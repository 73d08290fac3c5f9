import BackendKit
import PhotoModel

/// A library without photos, for tests of what else a library can do.
protocol EmptyLibrary: BackendLibrary where Fetch == StubFetch {}

extension EmptyLibrary {
    func authorizationStatus(call: BackendCall) -> AuthorizationStatus { .authorized }

    func collections(
        under parent: String?, types: CollectionTypes, call: BackendCall, emit: (AssetCollection) -> Flow
    ) throws(PhotoError) {}

    func cameraRoll(call: BackendCall) throws(PhotoError) -> AssetCollection { throw .notFound("no camera roll") }

    func collection(_ localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        throw .notFound("no album \(localIdentifier)")
    }

    func keyAssets(of collection: String, mediaTypes: MediaTypes, call: BackendCall) throws(PhotoError) -> [Asset] {
        []
    }

    func fetch(_ scope: FetchScope, options: FetchOptions, call: BackendCall) throws(PhotoError) -> StubFetch {
        StubFetch([])
    }

    func details(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetDetails {
        throw .notFound("no asset \(localIdentifier)")
    }

    func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(PhotoError) {
        throw .notFound("no asset \(localIdentifier)")
    }

    func read(_ request: ReadRequest, call: BackendCall) throws(PhotoError) -> [UInt8] { throw .notFound("no asset") }
}

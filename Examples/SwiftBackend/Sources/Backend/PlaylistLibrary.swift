internal import BackendKit
internal import PhotoModel
internal import Synchronization

/// An open library. The host calls it on many threads at once: the only thing that changes is which catalog is the current
/// one, and that is behind a lock which is held for as long as it takes to copy a reference.
final class PlaylistLibrary: BackendLibrary {
    let root: RootFolder
    let host: BackendHost
    private let current: Mutex<Catalog>

    init(_ root: RootFolder, _ catalog: Catalog, host: BackendHost) {
        self.root = root
        self.host = host
        current = Mutex(catalog)
    }

    /// What fetches begin with. A catalog never changes: those that began with an earlier one keep it.
    var catalog: Catalog {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func authorizationStatus(call: BackendCall) -> AuthorizationStatus { root.isReadable ? .authorized : .denied }

    func details(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetDetails {
        let photo = try catalog.photo(localIdentifier)
        let asset = photo.asset
        var camera: CameraMetadata?
        if let title = photo.title {
            camera = CameraMetadata()
            camera?.title = title
        }
        let file = Representation(
            role: .photo, filename: asset.filename, path: asset.path, contentType: asset.contentType,
            byteSize: asset.byteSize, contentTag: asset.contentTag, pixelWidth: asset.pixelWidth,
            pixelHeight: asset.pixelHeight)
        return AssetDetails(asset: asset, representations: [file], camera: camera)
    }

    func read(_ request: ReadRequest, call: BackendCall) throws(PhotoError) -> [UInt8] {
        let photo = try catalog.photo(request.localIdentifier)
        guard request.representation == 0 else { throw .notFound("a photo has one representation here") }
        if let wanted = request.contentTag, wanted != photo.asset.contentTag {
            throw .changed("the photo is another version than asked for")
        }
        return try root.bytes(of: photo, from: request.offset, count: request.count, check: call.check)
    }

    func diagnostics(call: BackendCall, emit: (Diagnostic) -> Flow) throws(PhotoError) {
        for problem in catalog.problems where emit(problem) == .stop { return }
    }
}

internal import BackendKit
internal import PhotoModel

/// The photos of a folder, with an album for each playlist that lies in it.
///
/// Yours: what the backend says of itself, and what a library is opened with. Id, version and priority must be those of the
/// manifest; a capability is a promise that `picker conformance` holds you to.
struct PlaylistBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "photo-playlists", name: "Photo Playlists", version: "1.0.0",
        // `auto` prefers Picker's own backends, which have 100 and more: this one is asked for by name.
        priority: 10,
        capabilities: [.fullQuery, .exactSize, .observe], formats: ["public.jpeg"])

    private let host: BackendHost

    init(host: BackendHost) { self.host = host }

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> PlaylistLibrary {
        let root = try RootFolder(request.folder())
        let catalog = try Catalog(reading: root, after: nil, check: call.check)
        return PlaylistLibrary(root, catalog, host: host)
    }
}

internal import BackendKit
internal import BackendServing
internal import Imaging
internal import PhotoFolder
internal import PhotoModel
internal import VideoMedia

/// Serves photos directly from folders, in the way of AssetsLibrary: groups that are enumerated, three image sizes (and
/// the exact one on request), no index. It stores nothing on the disk and needs nothing that could be missing, so it
/// can be used wherever there is a folder. Everything is looked up when it is asked for.
struct LegacyGroupBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "legacy-group", name: "Legacy Group", version: "0.1.0", priority: 100,
        capabilities: BackendCapabilities([.exactSize, .observe, .write]).union(
            VideoLibraries.areInstalled ? .video : []),
        formats: FileServing.formats)

    private let host: BackendHost

    init(host: BackendHost) {
        self.host = host
        if !VideoLibraries.areInstalled { host.log(.info, VideoLibraries.advice) }
        for problem in FileServing.missingStillLibraries { host.log(.info, problem) }
    }

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> LegacyGroupLibrary {
        let folder = try request.folder()
        let root = try openingRoot { () throws(FolderError) in
            try LibraryRoot(path: folder, decoder: .serving())
        }
        return LegacyGroupLibrary(root, host: host)
    }
}

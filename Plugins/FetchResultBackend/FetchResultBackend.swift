internal import BackendKit
internal import BackendServing
internal import Imaging
internal import IndexServing
internal import PhotoModel
internal import VideoMedia

/// PhotoKit's way of serving photos: a fetch is a query, and its result is read in windows, from an index of the folder
/// that is kept in the data folder and brought up to date whenever the library is opened or changes.
struct FetchResultBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "fetch-result", name: "Fetch Result", version: "0.1.0", priority: 200,
        capabilities: IndexedFolderLibrary.capabilities,
        formats: FileServing.formats)

    private let host: BackendHost

    init(host: BackendHost) {
        self.host = host
        if !VideoLibraries.areInstalled { host.log(.info, VideoLibraries.advice) }
        for problem in FileServing.missingStillLibraries { host.log(.info, problem) }
    }

    func probe() throws(PhotoError) { try IndexedFolderLibrary.probe() }

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> IndexedFolderLibrary {
        try IndexedFolderLibrary.open(request, decoder: .serving(), host: host, call: call)
    }
}

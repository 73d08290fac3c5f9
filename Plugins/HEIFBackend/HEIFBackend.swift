internal import BackendKit
internal import BackendServing
internal import HEIFImaging
internal import Imaging
internal import IndexServing
internal import PhotoModel
internal import VideoMedia

/// Serves photos like `fetch-result`, from the same index, but with libheif: HEIC from phones, and HEIF and AVIF, have
/// images, as JPEG has.
struct HEIFBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "heif", name: "HEIF", version: "0.1.0", priority: 300,
        capabilities: IndexedFolderLibrary.capabilities.union(.heif),
        formats: FileServing.formats + ["public.heic", "public.heif", "public.avif"])

    private let host: BackendHost

    init(host: BackendHost) {
        self.host = host
        if !VideoLibraries.areInstalled { host.log(.info, VideoLibraries.advice) }
        for problem in FileServing.missingStillLibraries { host.log(.info, problem) }
    }

    func probe() throws(PhotoError) { try IndexedFolderLibrary.probe() }

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> HEIFFolderLibrary {
        try HEIFFolderLibrary.open(request, decoder: .serving([HEIFCodec()]), host: host, call: call)
    }
}

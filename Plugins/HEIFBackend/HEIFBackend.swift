internal import BackendKit
internal import CatalogServing
internal import HEIFImaging
internal import Imaging
internal import PhotoModel
internal import PhotoServing
internal import VideoMedia

/// The same way of serving photos as `fetch-result`, over the same index, with libheif: phones' HEIC, and HEIF and AVIF,
/// have images as JPEG has.
struct HEIFBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "heif", name: "HEIF", version: "0.1.0", priority: 300,
        capabilities: CatalogLibrary.capabilities.union(.heif),
        formats: FileServing.formats + ["public.heic", "public.heif", "public.avif"])

    private let host: BackendHost

    init(host: BackendHost) {
        self.host = host
        if !VideoLibraries.areInstalled { host.log(.info, VideoLibraries.advice) }
    }

    func probe() throws(BackendError) { try CatalogLibrary.probe() }

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(BackendError) -> HEIFCatalogLibrary {
        try HEIFCatalogLibrary.open(request, decoder: .serving([HEIFCodec()]), host: host, call: call)
    }
}

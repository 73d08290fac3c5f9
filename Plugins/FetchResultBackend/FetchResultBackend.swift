internal import BackendKit
internal import PhotoCatalog
internal import PhotoIndex
internal import PhotoModel
internal import PhotoServing

/// PhotoKit's way of serving photos: a fetch is a query, and its result is read in windows, from an index of the folder
/// that is kept in the data folder and brought up to date whenever the library is opened or changes.
struct FetchResultBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "fetch-result", name: "Fetch Result", version: "0.1.0", priority: 200,
        capabilities: [
            .fullQuery, .exactSize, .observe, .changeDetails, .nestedCollections, .write, .search, .index,
        ],
        formats: ["public.jpeg", "public.png", "org.webmproject.webp", "com.compuserve.gif"])

    private let host: BackendHost

    init(host: BackendHost) { self.host = host }

    func probe() throws(BackendError) {
        guard let missing = Catalog.missingFeature() else { return }
        throw .unsupported("the SQLite library of this system is no use: \(missing)")
    }

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(BackendError) -> FetchResultLibrary {
        let root = try reading { () throws(CatalogError) in try LibraryRoot(path: request.root) }
        let catalog = try indexing {
            try Catalog.open(root, directory: request.dataDirectory.map { String(decoding: $0, as: UTF8.self) }) {
                host.log(.warning, $0)
            }
        }
        let library = FetchResultLibrary(catalog, host: host)
        try library.refreshOnOpening(call: call)
        return library
    }
}

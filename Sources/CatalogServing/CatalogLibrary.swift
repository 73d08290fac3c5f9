package import BackendKit
package import Imaging
internal import PhotoCatalog
internal import PhotoIndex
package import PhotoModel
internal import PhotoServing
internal import Synchronization
internal import VideoMedia

/// A folder tree as a library, told from its index. What the backends over an index have in common; they differ in what
/// their decoders read.
package class CatalogLibrary: BackendLibrary, @unchecked Sendable {  // Unchecked: subclasses add no state.
    let catalog: Catalog
    let host: BackendHost
    let serving: FileServing
    /// Writes what it has when the library goes.
    let placeholders: PlaceholderStore
    /// Folders that were made as albums and hold nothing yet: the index knows of folders with photos only.
    let emptyFolders = Mutex<Set<[UInt8]>>([])

    var root: LibraryRoot { catalog.root }

    /// What a backend over an index can do.
    package static let capabilities = BackendCapabilities([
        .fullQuery, .exactSize, .observe, .changeDetails, .nestedCollections, .write, .search, .index,
    ]).union(VideoLibraries.areInstalled ? .video : [])

    /// Finds out whether the system's SQLite will do.
    package static func probe() throws(BackendError) {
        guard let missing = Catalog.missingFeature() else { return }
        throw .unsupported("the SQLite library of this system is no use: \(missing)")
    }

    /// Opens the library and brings its index up to date, unless the host is about to do that.
    ///
    /// - Parameter decoder: reads the library's images; videos are read besides.
    package static func open(
        _ request: OpenRequest, decoder: ImageDecoder, host: BackendHost, call: BackendCall
    ) throws(BackendError) -> Self {
        let root = try openingRoot { () throws(CatalogError) in
            try LibraryRoot(path: request.root, decoder: decoder)
        }
        let catalog = try indexing {
            try Catalog.open(root, directory: request.dataDirectory.map { String(decoding: $0, as: UTF8.self) }) {
                host.log(.warning, $0)
            }
        }
        let library = self.init(catalog, host: host)
        if request.refreshesIndex { try library.refreshOnOpening(call: call) }
        return library
    }

    required init(_ catalog: Catalog, host: BackendHost) {
        self.catalog = catalog
        self.host = host
        serving = FileServing(root: catalog.root, host: host, sizes: .any)
        placeholders = PlaceholderStore(catalog)
    }

    package func authorizationStatus() -> AuthorizationStatus {
        root.isReadable ? .authorized : .denied
    }

    package func diagnostics(call: BackendCall, emit: (Diagnostic) -> Flow) throws(BackendError) {
        let found = FileServing.missingLibraries + (try currentDiagnostics(call: call))
        for diagnostic in found where emit(diagnostic) == .stop { return }
    }

    /// Those of a refresh, or what the index knows when another process is at it.
    private func currentDiagnostics(call: BackendCall) throws(BackendError) -> [Diagnostic] {
        if let report = try quickRefresh(call: call) { return report.diagnostics }
        return try indexing { try catalog.diagnostics(check: call.check) }
    }

    package func details(of localIdentifier: String, call: BackendCall) throws(BackendError) -> AssetDetails {
        let files = try files(of: localIdentifier, call: call)
        var records = AssetRecords(root)
        return try reading { () throws(CatalogError) in try records.details(files) }
    }

    package func read(_ request: ReadRequest, call: BackendCall) throws(BackendError) -> [UInt8] {
        try serving.read(request, of: try files(of: request.localIdentifier, call: call), call: call)
    }

    /// The files of an asset, as the index knows them.
    func files(of localIdentifier: String, call: BackendCall) throws(BackendError) -> AssetFiles {
        try indexing { try catalog.files(of: localIdentifier, check: call.check) }
    }
}

internal import BackendKit
internal import PhotoCatalog
internal import PhotoIndex
internal import PhotoModel
internal import PhotoServing
internal import Synchronization

/// A folder tree as a library, told from its index.
final class FetchResultLibrary: BackendLibrary {
    let catalog: Catalog
    let host: BackendHost
    let serving: FileServing
    /// Folders that were made as albums and hold nothing yet: the index knows of folders with photos only.
    let emptyFolders = Mutex<Set<[UInt8]>>([])

    var root: LibraryRoot { catalog.root }

    init(_ catalog: Catalog, host: BackendHost) {
        self.catalog = catalog
        self.host = host
        serving = FileServing(root: catalog.root, host: host, sizes: .any)
    }

    func authorizationStatus() -> AuthorizationStatus {
        root.isReadable ? .authorized : .denied
    }

    func diagnostics(call: BackendCall, emit: (Diagnostic) -> Flow) throws(BackendError) {
        for diagnostic in try currentDiagnostics(call: call) where emit(diagnostic) == .stop { return }
    }

    /// Those of a refresh, or what the index knows when another process is at it.
    private func currentDiagnostics(call: BackendCall) throws(BackendError) -> [Diagnostic] {
        if let report = try quickRefresh(call: call) { return report.diagnostics }
        return try indexing { try catalog.diagnostics(check: call.check) }
    }

    func details(of localIdentifier: String, call: BackendCall) throws(BackendError) -> AssetDetails {
        let files = try files(of: localIdentifier, call: call)
        var records = AssetRecords(root)
        return try reading { () throws(CatalogError) in try records.details(files) }
    }

    func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(BackendError) {
        let files = try files(of: localIdentifier, call: call)
        try serving.requestImage(
            of: files, options: options, acceptedFormats: acceptedFormats, call: call, deliver: deliver)
    }

    func read(_ request: ReadRequest, call: BackendCall) throws(BackendError) -> [UInt8] {
        try serving.read(request, of: try files(of: request.localIdentifier, call: call), call: call)
    }

    /// The files of an asset, as the index knows them.
    private func files(of localIdentifier: String, call: BackendCall) throws(BackendError) -> AssetFiles {
        try indexing { try catalog.files(of: localIdentifier, check: call.check) }
    }
}

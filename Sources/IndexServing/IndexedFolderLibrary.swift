package import BackendKit
internal import BackendServing
package import Imaging
internal import PhotoFolder
internal import PhotoIndex
package import PhotoModel
internal import Platform
internal import VideoMedia

/// A folder tree as a library that is read from its index. It is shared by the backends that have an index, which
/// differ in what their decoders can read.
package class IndexedFolderLibrary: BackendLibrary, @unchecked Sendable {  // Unchecked: subclasses add no state.
    let index: CurrentIndex
    let root: LibraryRoot
    let host: BackendHost
    let serving: FileServing
    /// Folders that were created as albums and are still empty. The index knows only folders with photos.
    let emptyFolders = Mutex<Set<[UInt8]>>([])
    /// What observations have heard of and not written into the index yet.
    let pendingChanges = Mutex(PendingChanges())

    /// The capabilities of a backend that has an index.
    package static let capabilities = BackendCapabilities([
        .fullQuery, .queryRatings, .queryText, .queryPlace, .queryContentTypes, .queryBytes, .exactSize, .observe,
        .changeDetails, .collectionChanges, .nestedCollections, .write, .search, .index, .stacks,
    ]).union(VideoLibraries.areInstalled ? .video : [])

    /// Checks whether the system's SQLite has what an index needs.
    package static func probe() throws(PhotoError) {
        guard let missing = PhotoIndexDatabase.missingFeature() else { return }
        throw .unsupported("the SQLite library of this system is no use: \(missing)")
    }

    /// Opens the library and brings its index up to date, unless the host is going to do that.
    ///
    /// - Parameter decoder: reads the library's images. Videos are read without it.
    package static func open(
        _ request: OpenRequest, decoder: ImageDecoder, host: BackendHost, call: BackendCall
    ) throws(PhotoError) -> Self {
        let folder = try request.folder()
        let root = try openingRoot { () throws(FolderError) in
            try LibraryRoot(path: folder, decoder: decoder)
        }
        let photoIndex = try indexing {
            try PhotoIndexDatabase.open(
                root, directory: request.dataDirectory.map { String(decoding: $0, as: UTF8.self) },
                cancellation: call.cancellation
            ) {
                host.log(.warning, $0)
            }
        }
        let library = self.init(photoIndex, host: host)
        if request.refreshesIndex { try library.refreshOnOpening(call: call) }
        return library
    }

    required init(_ photoIndex: PhotoIndexDatabase, host: BackendHost) {
        index = CurrentIndex(photoIndex) { host.log(.warning, $0) }
        root = photoIndex.root
        self.host = host
        serving = FileServing(root: photoIndex.root, host: host, sizes: .any)
    }

    package func authorizationStatus(call: BackendCall) -> AuthorizationStatus {
        root.isReadable ? .authorized : .denied
    }

    package func diagnostics(call: BackendCall, emit: (Diagnostic) -> Flow) throws(PhotoError) {
        let found = FileServing.missingLibraries + (try currentDiagnostics(call: call))
        for diagnostic in found where emit(diagnostic) == .stop { return }
    }

    /// The diagnostics of a refresh; or what the index knows if another process is indexing, or the index cannot be written.
    private func currentDiagnostics(call: BackendCall) throws(PhotoError) -> [Diagnostic] {
        do throws(PhotoError) {
            if let report = try quickRefresh(call: call) { return report.diagnostics }
        } catch {
            // Access may be denied to the library itself, too, which is what callers want to know.
            let isUnwritable = if case .notWritable? = error.underlying as? IndexError { true } else { false }
            guard isUnwritable || [.io, .noSpace].contains(error.status) else { throw error }
            host.log(.warning, "what is new is not looked at: \(error.message)")
        }
        return try withIndex(call) { try $0.diagnostics(cancellation: call.cancellation) }
    }

    package func details(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetDetails {
        let files = try files(of: localIdentifier, call: call)
        var records = AssetRecords(root)
        let details = try reading { () throws(FolderError) in
            try records.details(files, cancellation: call.cancellation)
        }
        try call.check()
        return details
    }

    package func read(_ request: ReadRequest, call: BackendCall) throws(PhotoError) -> [UInt8] {
        try serving.read(request, of: try files(of: request.localIdentifier, call: call), call: call)
    }

    /// The files of an asset, as the index knows them.
    func files(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetFiles {
        try withIndex(call) { try $0.files(of: localIdentifier, cancellation: call.cancellation) }
    }
}

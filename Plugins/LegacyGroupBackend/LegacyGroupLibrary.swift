internal import BackendKit
internal import BackendServing
internal import PhotoFolder
internal import PhotoModel
internal import Platform

/// A folder tree as a library. What traversals found is kept in memory while the library is open, and never stored.
final class LegacyGroupLibrary: BackendLibrary {
    let root: LibraryRoot
    let host: BackendHost
    let store: AssetStore
    let serving: FileServing
    let memory = Mutex(Memory())

    /// What was found out and saves work later.
    struct Memory {
        /// Folders by their identifiers as collections.
        var folders: [LocalIdentifier: [UInt8]] = [:]
        /// The numbers of assets in collections that were counted.
        var counts = CollectionCounts()
        /// The paths about which a warning was logged.
        var warned: Set<String> = []
        /// Whether a warning about files that are left out was logged.
        var saidWhatIsLeftOut = false
        /// Folders that were created as albums while the library is open. They are shown even if they are empty.
        var createdFolders: Set<[UInt8]> = []

        /// Drops what may be out of date.
        mutating func forget() {
            var counts = counts
            counts.forget()
            self = Memory(counts: counts, saidWhatIsLeftOut: saidWhatIsLeftOut, createdFolders: createdFolders)
        }
    }

    init(_ root: LibraryRoot, host: BackendHost) {
        self.root = root
        self.host = host
        store = AssetStore(identity: root.identity)
        serving = FileServing(root: root, host: host, sizes: .three)
    }

    func authorizationStatus(call: BackendCall) -> AuthorizationStatus {
        root.isReadable ? .authorized : .denied
    }

    func diagnostics(call: BackendCall, emit: (Diagnostic) -> Flow) throws(PhotoError) {
        for problem in FileServing.missingLibraries where emit(problem) == .stop { return }
        var walk = LibraryTraversal(root)
        var flow = Flow.more
        var goesOn = true
        var leftOut = LeftOutFiles()
        while goesOn, flow == .more {
            try call.check()
            goesOn = walk.step(cancellation: call.cancellation) { event in
                if flow == .more, case .problem(let problem) = event { flow = emit(problem) }
                if case .leftOut(let name) = event { leftOut.note(name) }
            }
        }
        if flow == .more, let diagnostic = leftOut.diagnostic { _ = emit(diagnostic) }
    }

    /// Logs once how many files of the library are left out.
    func warn(ofLeftOut files: LeftOutFiles) {
        guard let message = files.diagnostic?.message else { return }
        let isNew = memory.withLock { memory in
            defer { memory.saidWhatIsLeftOut = true }
            return !memory.saidWhatIsLeftOut
        }
        if isNew { host.log(.warning, message) }
    }

    /// Logs that something of the library cannot be read: each path once, up to a limit.
    func warn(of problem: Diagnostic) {
        guard problem.reason == .accessDenied || problem.reason == .io else { return }
        let isNew = memory.withLock { $0.warned.count < 100 && $0.warned.insert(problem.relativePath).inserted }
        if isNew { host.log(.warning, problem.message) }
    }

    func details(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetDetails {
        let files = try files(of: localIdentifier, call: call)
        var records = AssetRecords(root)
        let details = try reading { () throws(FolderError) in
            try records.details(files, cancellation: call.cancellation)
        }
        try call.check()
        return details
    }

    func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(PhotoError) {
        let files = try files(of: localIdentifier, call: call)
        try serving.requestImage(
            of: files, options: options, acceptedFormats: acceptedFormats, call: call, deliver: deliver)
    }

    func read(_ request: ReadRequest, call: BackendCall) throws(PhotoError) -> [UInt8] {
        try serving.read(request, of: try files(of: request.localIdentifier, call: call), call: call)
    }

    /// The files of an asset. If no traversal of this library has found it yet, all names of the library are read.
    func files(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetFiles {
        guard let identifier = LocalIdentifier(localIdentifier), identifier.kind == .asset,
            let index = try call.run({ (cancellation) throws(Cancellation.Reason) in
                try AssetSearch(root, store: store).indexes(of: [identifier], cancellation: cancellation)[0]
            })
        else { throw .notFound("there is no asset \(localIdentifier); it may have been moved or removed") }
        return store.files(index)
    }
}

extension LegacyGroupLibrary: VideoLibrary {
    func videoFacts(
        of localIdentifier: String, representation: Int, call: BackendCall
    ) throws(PhotoError) -> VideoFacts {
        try serving.videoFacts(of: files(of: localIdentifier, call: call), representation: representation, call: call)
    }

    func poster(
        of localIdentifier: String, representation: Int, at time: Double?, targetSize: PixelSize?, call: BackendCall
    ) throws(PhotoError) -> Frame {
        try serving.poster(
            of: files(of: localIdentifier, call: call), representation: representation, at: time,
            targetSize: targetSize, call: call)
    }
}

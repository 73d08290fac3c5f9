internal import BackendServing
internal import PhotoFolder
internal import PhotoModel
internal import PostgresServing

/// A folder, which all machines that ingest it have at the same path.
struct FolderSource: IngestSource {
    let root: LibraryRoot

    /// - Parameter folder: an absolute path.
    init(_ folder: [UInt8]) throws(PhotoError) {
        root = try openingRoot { () throws(FolderError) in
            try LibraryRoot(path: folder, decoder: AssetReader.decoder)
        }
    }

    var name: [UInt8] { root.path }

    func listing() -> any IngestListing { FolderContents(root) }

    func find(
        _ job: Jobs.Job, for objects: ObjectStore, _ cancellation: Cancellation
    ) throws(PhotoError) -> FoundAssets {
        let store = AssetStore(identity: root.identity)
        let found: AssetStore.Index??
        do throws(Cancellation.Reason) {
            found = try AssetSearch(root, store: store).indexes(ofFiles: [job.path], cancellation: cancellation).first
        } catch {
            throw PhotoError(error)
        }
        guard let index = found ?? nil else { throw .notFound("\(job.title) is gone, or no photo any more") }
        let reader = AssetReader(root: root, objects: objects, cancellation: cancellation)
        return FoundAssets(reader: reader, assets: [store.files(index)])
    }
}

/// Lists the assets of a folder to ingest: for each one the path of the file that represents it, and a stamp that changes when one of its
/// files does.
struct FolderContents: IngestListing {
    private let root: LibraryRoot
    private var walk: LibraryTraversal
    private var isOver = false

    init(_ root: LibraryRoot) {
        self.root = root
        walk = LibraryTraversal(root)
    }

    mutating func next(_ cancellation: Cancellation) throws(PhotoError) -> IngestBatch? {
        if isOver { return nil }
        var batch = IngestBatch()
        while !isOver, batch.found.count < IngestBatch.size {
            if let reason = cancellation.reason { throw PhotoError(reason) }
            var assets: [AssetFiles] = []
            isOver = !walk.step(cancellation: cancellation) { event in
                switch event {
                case .asset(let files): assets.append(files)
                case .problem(let problem): batch.problems.append((problem.relativePath, problem.message))
                default: break
                }
            }
            batch.found += assets.map { Jobs.Found(path: $0.path, stamp: stamp(of: $0)) }
        }
        return batch
    }

    private func stamp(of files: AssetFiles) -> Int64 {
        let names = files.members.map(\.name) + files.sidecars
        let tokens = names.map { name in
            (try? root.file(at: files.folder.isEmpty ? name : files.folder + [UInt8(ascii: "/")] + name)).map {
                ContentTag.token(of: $0.status)
            } ?? 1
        }
        return Int64(bitPattern: ContentTag.token(of: tokens + [UInt64(names.count)]))
    }
}

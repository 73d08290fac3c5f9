internal import BackendServing
internal import PhotoFolder
internal import PhotoModel
internal import Platform
internal import PostgresServing

/// Objects in a bucket, which other programs put there. Only their names, sizes, times and tags are listed; the files that may
/// be one asset are fetched into a folder of this machine, and grouped and read there as those of a folder are.
struct BucketSource: IngestSource {
    private let address: BucketAddress
    private let objects: ObjectStore
    /// Where objects are while they are read. What a killed program left behind is removed by the next one.
    private let scratch: ScratchFolder

    /// - Parameters:
    ///   - settings: of the S3, where they are not those of the library.
    ///   - library: the settings of the library, secrets included.
    init(
        _ text: String, _ settings: [String: String], library: [String: String]
    ) throws(PhotoError) {
        address = try BucketAddress(text)
        objects = ObjectStore(
            try ObjectStoreSettings(source: settings, bucket: address.bucket, library: library))
        let own = ObjectStore(try ObjectStoreSettings(library: library))
        guard own.name != objects.name || !Self.holdsOwnFiles(address.prefix) else {
            throw .invalidArgument(
                "\(text): the library keeps its own files there; name a folder of the bucket that is not original or "
                    + "rendition, such as s3://\(address.bucket)/incoming")
        }
        scratch = try FetchedGroup.writing { () throws(SystemError) in try ScratchFolder(prefix: "picker-ingest") }
    }

    private static func holdsOwnFiles(_ prefix: String) -> Bool {
        prefix.isEmpty || ObjectKey.folders.contains { prefix.hasPrefix("\($0)/") }
    }

    var name: [UInt8] { Array("\(address.text) at \(objects.name)".utf8) }

    func listing() -> any IngestListing { BucketContents(objects, prefix: address.prefix) }

    func find(
        _ job: Jobs.Job, for library: ObjectStore, _ cancellation: Cancellation
    ) throws(PhotoError) -> FoundAssets {
        let group = ObjectGroup(path: job.path, objects: job.objects ?? "")
        let folder = try FetchedGroup(group, from: objects, prefix: address.prefix, in: scratch, cancellation)
        let root = try openingRoot { () throws(FolderError) in
            try LibraryRoot(path: Array(folder.path.utf8), decoder: AssetReader.decoder)
        }
        var walk = LibraryTraversal(root, folder: group.folder, entersFolders: false)
        var assets: [AssetFiles] = []
        var problems: [(path: String, reason: String)] = []
        var goesOn = true
        while goesOn {
            goesOn = walk.step { event in
                switch event {
                case .asset(let files): assets.append(files)
                case .problem(let problem): problems.append((problem.relativePath, problem.message))
                default: break
                }
            }
        }
        let reader = AssetReader(root: root, objects: library, cancellation: cancellation, isShared: false)
        return FoundAssets(reader: reader, assets: assets, problems: problems, fetched: folder)
    }
}

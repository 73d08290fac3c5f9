internal import BackendServing
internal import PhotoFolder
internal import PhotoModel
internal import Platform
internal import PostgresServing

/// Objects that other programs put into a bucket. Listing them reads only their names, sizes, times and entity tags; objects that may be
/// the files of one asset are fetched into a local folder, where they are grouped and read like any files in a folder.
struct BucketSource: IngestSource {
    private let address: BucketAddress
    private let objects: ObjectStore
    /// Has the objects while they are read. If this process is killed, the next one removes what is left.
    private let scratch: ScratchFolder

    /// - Parameters:
    ///   - text: the address, `s3://BUCKET/PREFIX`.
    ///   - settings: the settings of the S3 that differ from those of the library.
    ///   - library: the settings of the library, including secrets.
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

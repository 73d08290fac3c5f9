internal import BackendKit
internal import BackendServing
internal import Cryptography
internal import HEIFImaging
internal import Imaging
internal import PhotoFolder
internal import PhotoModel
internal import Platform
internal import PostgresServing

/// Reads an asset from a folder and puts its files into the bucket: the originals, and ready images. It works in two steps, so that the
/// hashes of all files are known before any file is sent.
struct AssetReader {
    /// How many bytes are read, hashed and sent at once.
    private static let piece = 1 << 20

    /// An asset whose files were hashed, but not sent yet.
    struct HashedAsset {
        /// The asset as it will be in the table, without the images that are made from its files.
        var asset: NewAsset { newAsset(previewHash: nil) }

        fileprivate let details: AssetDetails
        fileprivate let files: AssetFiles
        fileprivate var hashed: [AssetPath: HashedFile] = [:]
        /// One representation for each file; a file may contain several representations of the asset.
        fileprivate var distinct: [Representation] = []

        fileprivate func newAsset(previewHash: [UInt8]?) -> NewAsset {
            NewAsset(
                details, details.representations.compactMap { hashed[$0.path]?.object },
                isEvent: isCameraFolder(files.folder), previewHash: previewHash)
        }
    }

    /// A file that was hashed, but not sent yet.
    fileprivate struct HashedFile {
        let file: OpenMediaFile
        var object: NewAsset.Object
        /// The member of the asset that the file is, if it shows a version of the asset; otherwise nil.
        let member: AssetFiles.Member?
        /// The orientation of the stored image, if a sidecar gives another one than the file; otherwise nil.
        let turned: Orientation?
    }

    let root: LibraryRoot
    let objects: ObjectStore
    let cancellation: Cancellation
    /// Whether other programs may write to the files while they are read.
    var isShared = true

    /// The decoder that the backends for folders use, with HEIC. Its time limit is long, so that large photos are decoded on a busy machine
    /// too: no one waits for an image here, and one that was given up is not made later.
    static var decoder: ImageDecoder {
        var limits = ImageLimits.standard
        limits.maxSeconds = 600
        return .serving([HEIFCodec()], limits: limits)
    }

    /// Reads the details of an asset, and hashes its files.
    ///
    /// - Throws: `.changed` if a file was written to meanwhile, after which the asset is read again. `send` throws it too.
    func hashed(_ files: AssetFiles) throws(PhotoError) -> HashedAsset {
        var records = AssetRecords(root)
        let details = try reading { () throws(FolderError) in
            try records.details(files, cancellation: cancellation)
        }
        if let reason = cancellation.reason { throw PhotoError(reason) }
        var asset = HashedAsset(details: details, files: files)
        for representation in asset.details.representations where asset.hashed[representation.path] == nil {
            asset.hashed[representation.path] = try hashed(representation, of: files)
            asset.distinct.append(representation)
        }
        return asset
    }

    /// Puts the files of an asset into the bucket.
    ///
    /// - Returns: the asset with the images that were made from it.
    func send(_ hashed: HashedAsset) throws(PhotoError) -> NewAsset {
        var sent = hashed
        var previewHash: [UInt8]?
        for representation in hashed.distinct {
            guard let file = hashed.hashed[representation.path] else { continue }
            sent.hashed[representation.path]?.object = try send(file, representation, of: hashed.files, &previewHash)
        }
        return sent.newAsset(previewHash: previewHash)
    }

    private func hashed(
        _ representation: Representation, of files: AssetFiles
    ) throws(PhotoError) -> HashedFile {
        let file = try reading { () throws(FolderError) in
            let file = try root.file(at: representation.path.bytes)
            if isShared { try file.settle() }
            return file
        }
        var object = NewAsset.Object(hash: try hash(of: file), byteSize: file.status.byteSize)
        try checkUnchanged(file, representation)
        let shown = [ImageVersion.current, .unadjusted, .original].compactMap { files.image($0) }
        let member = shown.first { files.path(of: $0) == representation.path.bytes }
        var records = AssetRecords(root)
        let turned = member.flatMap { records.turned($0, of: files, file) }
        object.turned = turned.map { Int($0.rawValue) } ?? 0
        return HashedFile(file: file, object: object, member: member, turned: turned)
    }

    /// - Returns: the object with the images that were made from it.
    private func send(
        _ hashed: HashedFile, _ representation: Representation, of files: AssetFiles, _ previewHash: inout [UInt8]?
    ) throws(PhotoError) -> NewAsset.Object {
        var object = hashed.object
        try putOriginal(hashed.file, object)
        if let member = hashed.member {
            let maker = RenditionMaker(
                file: hashed.file, format: member.format, turned: hashed.turned, cancellation: cancellation)
            for image in try maker.images() {
                try objects.put(
                    ObjectKey.rendition(object.hash, image.level), image.bytes, contentType: image.contentType,
                    cancellation)
                object.renditions.append(
                    .init(level: image.level, size: image.size, byteCount: image.bytes.count))
                if member == files.image(.current) { previewHash = image.previewHash ?? previewHash }
            }
        }
        try checkUnchanged(hashed.file, representation)
        return object
    }

    private func hash(of file: OpenMediaFile) throws(PhotoError) -> [UInt8] {
        var stream = SHA256Stream()
        var offset = 0
        while true {
            if let reason = cancellation.reason { throw PhotoError(reason) }
            let bytes = try reading { () throws(FolderError) in try file.read(at: offset, count: Self.piece) }
            if bytes.isEmpty { return stream.digest.bytes }
            stream.append(bytes)
            offset += bytes.count
        }
    }

    /// Sends a file unless the bucket has it already: its key is the hash of its bytes.
    private func putOriginal(_ file: OpenMediaFile, _ object: NewAsset.Object) throws(PhotoError) {
        let key = ObjectKey.original(object.hash)
        if try objects.size(of: key, cancellation) == object.byteSize { return }
        let length = object.byteSize
        // A file of one piece is sent without a stream, which would wait between reading and sending.
        if length <= Self.piece {
            let bytes = try reading { () throws(FolderError) in try file.read(at: 0, count: Self.piece) }
            guard SHA256Digest(of: bytes).bytes == object.hash else { throw .changed("the file is being written to") }
            return try objects.put(key, bytes, contentType: "application/octet-stream", cancellation)
        }
        guard length <= ObjectStore.mostAtOnce else {
            return try objects.putInParts(
                key, hash: object.hash, length: length, contentType: "application/octet-stream", cancellation
            ) { (offset, count) throws(PhotoError) in
                try reading { () throws(FolderError) in try file.read(at: Int(offset), count: count) }
            }
        }
        var offset = 0
        try objects.put(
            key, hash: object.hash, length: length, contentType: "application/octet-stream", cancellation
        ) { () throws(PhotoError) in
            let bytes = try reading { () throws(FolderError) in try file.read(at: offset, count: Self.piece) }
            offset += bytes.count
            return bytes.isEmpty ? nil : bytes
        }
    }

    private func checkUnchanged(
        _ file: OpenMediaFile, _ representation: Representation
    ) throws(PhotoError) {
        let now = try reading { () throws(FolderError) in try file.currentStatus() }
        guard ContentTag.token(of: now) == representation.contentTag else {
            throw .changed("\(representation.filename) is being written to")
        }
    }
}

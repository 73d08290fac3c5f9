internal import BackendKit
internal import BackendServing
internal import Cryptography
internal import HEIFImaging
internal import Imaging
internal import PhotoFolder
internal import PhotoModel
internal import Platform
internal import PostgresServing

/// Reads an asset out of a folder and puts its files into the bucket: the originals, and images that are kept ready.
struct AssetReader {
    /// What is read, hashed and sent at once.
    private static let piece = 1 << 20

    let root: LibraryRoot
    let objects: ObjectStore
    let cancellation: Cancellation
    /// Whether other programs may write to the files meanwhile.
    var isShared = true

    /// As the backends over folders read images, HEIC included. No one waits for an image here, and what is given up is not made
    /// later: large photos have time on a busy machine, too.
    static var decoder: ImageDecoder {
        var limits = ImageLimits.standard
        limits.maxSeconds = 600
        return .serving([HEIFCodec()], limits: limits)
    }

    /// - Throws: `.changed` when a file was written to meanwhile: it is read again then.
    func read(_ files: AssetFiles, isEvent: Bool) throws(PhotoError) -> NewAsset {
        var records = AssetRecords(root)
        let details = try reading { () throws(FolderError) in try records.details(files) }
        var known: [AssetPath: NewAsset.Object] = [:]
        var previewHash: [UInt8]?
        for representation in details.representations where known[representation.path] == nil {
            known[representation.path] = try bring(representation, of: files, &previewHash)
        }
        let objects = details.representations.compactMap { known[$0.path] }
        return NewAsset(details, objects, isEvent: isEvent, previewHash: previewHash)
    }

    private func bring(
        _ representation: Representation, of files: AssetFiles, _ previewHash: inout [UInt8]?
    ) throws(PhotoError) -> NewAsset.Object {
        let file = try reading { () throws(FolderError) in
            let file = try root.file(at: representation.path.bytes)
            if isShared { try file.settle() }
            return file
        }
        let hash = try hash(of: file)
        var object = NewAsset.Object(hash: hash, byteSize: file.status.byteSize)
        try checkUnchanged(file, representation)
        try putOriginal(file, object)
        let shown = [ImageVersion.current, .unadjusted, .original].compactMap { files.image($0) }
        if let member = shown.first(where: { files.path(of: $0) == representation.path.bytes }) {
            var records = AssetRecords(root)
            let turned = records.turned(member, of: files, file)
            object.turned = turned.map { Int($0.rawValue) } ?? 0
            let maker = RenditionMaker(file: file, format: member.format, turned: turned, cancellation: cancellation)
            for image in try maker.images() {
                try objects.put(
                    ObjectKey.rendition(hash, image.level), image.bytes, contentType: image.contentType, cancellation)
                object.renditions.append(
                    .init(level: image.level, size: image.size, byteCount: image.bytes.count))
                if member == files.image(.current) { previewHash = image.previewHash ?? previewHash }
            }
        }
        try checkUnchanged(file, representation)
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

    /// Unless it is there: the key says what its bytes are.
    private func putOriginal(_ file: OpenMediaFile, _ object: NewAsset.Object) throws(PhotoError) {
        let key = ObjectKey.original(object.hash)
        if try objects.size(of: key, cancellation) == object.byteSize { return }
        let length = object.byteSize
        // What is read at once is sent at once: a stream waits between its pieces.
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

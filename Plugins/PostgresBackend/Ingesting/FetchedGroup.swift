internal import Imaging
internal import PhotoFolder
internal import PhotoModel
internal import Platform
internal import PostgresServing
internal import Synchronization

/// The objects of a group as files of a folder, which is removed at the end of its life.
final class FetchedGroup {
    /// What is asked for at once.
    private static let piece = 8 << 20
    /// What is asked for first: enough to see whether it is a photo or a video at all.
    private static let head = 64 << 10
    /// Of sidecars no more is read.
    private static let longestSidecar: Int64 = 16 << 20

    /// What names of folders of this program end with.
    private static let number = Atomic<UInt64>(0)

    let path: String
    private let objects: ObjectStore
    private let cancellation: Cancellation

    /// Fetches them. An object that is there no longer is none of them; one that was replaced is fetched as it is now.
    ///
    /// - Parameter scratch: the folder in which it gets one of its own.
    init(
        _ group: ObjectGroup, from objects: ObjectStore, prefix: String, in scratch: ScratchFolder,
        _ cancellation: Cancellation
    ) throws(PhotoError) {
        path = "\(scratch.path)/\(Self.number.add(1, ordering: .relaxed).newValue)"
        (self.objects, self.cancellation) = (objects, cancellation)
        let folder = String(decoding: group.folder, as: UTF8.self)
        try Self.writing { () throws(SystemError) in try makeFolders(folder.isEmpty ? path : "\(path)/\(folder)") }
        let kinds = GroupKey.sidecars(group.members.map(\.name))
        var isThere = false
        for (member, sidecar) in zip(group.members, kinds) where sidecar?.isRead != false {
            let name = (folder.isEmpty ? "" : "\(folder)/") + String(decoding: member.name, as: UTF8.self)
            if try fetch("\(prefix)\(name)", to: "\(path)/\(name)", member, isSidecar: sidecar != nil) {
                isThere = isThere || sidecar == nil
            }
        }
        guard isThere else { throw .notFound("it was deleted since it was listed") }
    }

    deinit { removeTree(path) }

    /// - Returns: whether it was there.
    private func fetch(
        _ key: String, to path: String, _ member: ObjectGroup.Member, isSidecar: Bool
    ) throws(PhotoError) -> Bool {
        guard let first = try objects.piece(of: key, offset: 0, count: Self.head, entityTag: nil, cancellation) else {
            return false
        }
        // Of what is no photo or video the beginning says so as well as the whole.
        let isWanted = isSidecar || MediaFormat.sniff(first.bytes, filenameExtension: fileExtension(of: key)) != nil
        let size = isSidecar ? min(first.byteSize, Self.longestSidecar) : first.byteSize
        let file = try Self.writing { () throws(SystemError) in
            let file = try OwnedDescriptor.open(path, [.write, .create, .exclusive], permissions: 0o600)
            try file.borrowed.write(first.bytes)
            return file
        }
        var offset = Int64(first.bytes.count)
        while isWanted, offset < size {
            let next = try objects.piece(
                of: key, offset: offset, count: Int(min(Int64(Self.piece), size - offset)), entityTag: first.entityTag,
                cancellation)
            guard let next, !next.bytes.isEmpty else { throw .changed("it was replaced while it was read") }
            try Self.writing { () throws(SystemError) in try file.borrowed.write(next.bytes) }
            offset += Int64(next.bytes.count)
        }
        // What has no other date is dated by this one.
        // Lists of some stores have times that no file can have.
        if let time = member.modificationTime {
            let (nanoseconds, isImpossible) = time.milliseconds.multipliedReportingOverflow(by: 1_000_000)
            guard !isImpossible else { return true }
            try Self.writing { () throws(SystemError) in try file.borrowed.setTimes(nanoseconds) }
        }
        return true
    }

    private func fileExtension(of key: String) -> String? {
        key.lastIndex(of: ".").map { String(key[key.index(after: $0)...]) }
    }

    /// Runs what writes there.
    static func writing<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(PhotoError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw PhotoError(
                .io,
                "\(ScratchFolder.parent): objects cannot be kept there while they are read: \(error); set TMPDIR to "
                    + "a folder with room", systemErrno: error.code, underlying: error)
        }
    }
}

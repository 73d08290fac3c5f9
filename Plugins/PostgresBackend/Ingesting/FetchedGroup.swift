internal import Imaging
internal import PhotoFolder
internal import PhotoModel
internal import Platform
internal import PostgresServing
internal import Synchronization

/// The objects of a group as files in a folder, which is removed when this object is deallocated.
final class FetchedGroup {
    /// How many bytes one request fetches.
    private static let piece = 8 << 20
    /// How many bytes the first request fetches: enough to see whether the object is a photo or a video.
    private static let head = 64 << 10
    /// The most bytes that are read of a sidecar.
    private static let longestSidecar: Int64 = 16 << 20

    /// The number of folders that were made in this process; the name of each is its number.
    private static let number = Atomic<UInt64>(0)

    let path: String
    private let objects: ObjectStore
    private let cancellation: Cancellation

    /// Fetches the objects. One that does not exist any more is left out; one that was replaced is fetched as it is now.
    ///
    /// - Parameters:
    ///   - prefix: the prefix of all keys.
    ///   - scratch: the folder in which the folder is made.
    /// - Throws: `.notFound` if none of the photos and videos exists any more.
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

    /// - Returns: whether the object exists.
    private func fetch(
        _ key: String, to path: String, _ member: ObjectGroup.Member, isSidecar: Bool
    ) throws(PhotoError) -> Bool {
        guard let first = try objects.piece(of: key, offset: 0, count: Self.head, entityTag: nil, cancellation) else {
            return false
        }
        // If the beginning shows that this is no photo or video, the rest is not needed.
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
        if let time = member.modificationTime { try Self.date(file.borrowed, time) }
        return true
    }

    /// An asset whose files contain no date is dated by the modification time.
    private static func date(_ file: Descriptor, _ time: Timestamp) throws(PhotoError) {
        let (nanoseconds, isImpossible) = time.milliseconds.multipliedReportingOverflow(by: 1_000_000)
        // Some stores list times that no file can have.
        guard !isImpossible else { return }
        try writing { () throws(SystemError) in try file.setTimes(nanoseconds) }
    }

    private func fileExtension(of key: String) -> String? {
        key.lastIndex(of: ".").map { String(key[key.index(after: $0)...]) }
    }

    /// Runs a function that writes into the scratch folder, and turns its error into one that says what to do.
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

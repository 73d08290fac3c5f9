internal import BackendKit
internal import Glibc
internal import PhotoModel

/// Goes through a folder once and finds the photos and playlists in it. What is wrong with one file is told as a
/// problem and ends nothing.
struct FolderWalk {
    struct PlaylistFile {
        /// From the root.
        let path: [UInt8]
        let bytes: [UInt8]
    }

    /// So much of a JPEG is read to find its size, orientation and date: EXIF has at most 64 KiB, and comes first.
    private static let headLength = 1 << 17
    /// Half a million lines; larger files are none that a person made.
    private static let longestPlaylist: Int64 = 1 << 25

    private let root: RootFolder
    private let earlier: Catalog?
    private var folders: [[UInt8]] = [[]]
    private(set) var photos: [Photo] = []
    private(set) var playlists: [PlaylistFile] = []
    /// Versions of files that are neither, by path.
    private(set) var others: [[UInt8]: UInt64] = [:]
    private(set) var problems: [Diagnostic] = []

    init(_ root: RootFolder, earlier: Catalog?) {
        self.root = root
        self.earlier = earlier
    }

    mutating func run(check: () throws(PhotoError) -> Void) throws(PhotoError) {
        while let path = folders.popLast() {
            try check()
            do throws(PhotoError) {
                try visit(try root.folder(at: path), path, check)
            } catch {
                try report(error, path)
            }
        }
    }

    private mutating func visit(
        _ folder: borrowing OpenFile, _ path: [UInt8], _ check: () throws(PhotoError) -> Void
    ) throws(PhotoError) {
        for name in try Self.names(in: folder) {
            try check()
            let inside = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
            do throws(PhotoError) {
                try visit(name, in: folder, inside, check)
            } catch {
                try report(error, inside)
            }
        }
    }

    private mutating func visit(
        _ name: [UInt8], in folder: borrowing OpenFile, _ path: [UInt8], _ check: () throws(PhotoError) -> Void
    ) throws(PhotoError) {
        var found = stat()
        guard withCPath(name, { fstatat(folder.descriptor, $0, &found, AT_SYMLINK_NOFOLLOW) }) == 0 else {
            if errno == ENOENT { return }  // It was removed just now.
            throw .system(errno, "it cannot be looked at")
        }
        let status = FileStatus(found)
        switch status.kind {
        case .other: return  // Links, and what waits for a writer.
        case .folder: folders.append(path)
        case .file:
            if let known = known(at: path, status) { return photos.append(known) }
            if let version = earlier?.others[path], version == status.version {
                others[path] = version
                return
            }
            let file = try OpenFile(name, in: folder.descriptor)
            if Self.isPlaylist(name) {
                try addPlaylist(file, path, check)
            } else {
                try addPhoto(file, path, check)
            }
        }
    }

    /// The photo of the earlier catalog, if its file is still the same.
    private func known(at path: [UInt8], _ status: FileStatus) -> Photo? {
        guard let earlier, let place = earlier.placesByPath[path] else { return nil }
        var photo = earlier.photos[place]
        photo.title = nil  // The playlists give it another one.
        return photo.asset.contentTag == status.version ? photo : nil
    }

    private mutating func addPhoto(
        _ file: borrowing OpenFile, _ path: [UInt8], _ check: () throws(PhotoError) -> Void
    ) throws(PhotoError) {
        // Of the descriptor: the name may stand for another file since.
        let status = try file.status()
        guard status.kind == .file else { return }
        let head = try file.bytes(from: 0, count: Self.headLength, check: check)
        guard let header = JPEGHeader(head) else {
            others[path] = status.version
            return
        }
        photos.append(Photo(header, status, at: AssetPath(bytes: path), root.identity))
    }

    private mutating func addPlaylist(
        _ file: borrowing OpenFile, _ path: [UInt8], _ check: () throws(PhotoError) -> Void
    ) throws(PhotoError) {
        let status = try file.status()
        guard status.kind == .file else { return }
        guard status.byteSize <= Self.longestPlaylist else {
            throw PhotoError(.tooLarge, "a playlist of more than 32 MiB")
        }
        let bytes = try file.bytes(from: 0, count: Int(Self.longestPlaylist), check: check)
        playlists.append(PlaylistFile(path: path, bytes: bytes))
    }

    /// What ends the walk is thrown on; everything else is a problem of one file. The root itself must be readable.
    private mutating func report(_ error: PhotoError, _ path: [UInt8]) throws(PhotoError) {
        if path.isEmpty || [.cancelled, .deadline, .closed].contains(error.status) { throw error }
        problems.append(Diagnostic(path: AssetPath(bytes: path), reason: error.status, message: error.message))
    }

    private static func isPlaylist(_ name: [UInt8]) -> Bool {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        return name.hasSuffix(".m3u8") || name.hasSuffix(".m3u")
    }

    /// The names in a folder without hidden ones, which are made by programs, not by people: no backend of Picker shows
    /// what lies under them.
    private static func names(in folder: borrowing OpenFile) throws(PhotoError) -> Set<[UInt8]> {
        // A descriptor of its own, because closedir closes it.
        let copy = fcntl(folder.descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, let stream = fdopendir(copy) else {
            let code = errno
            if copy >= 0 { close(copy) }
            throw .system(code, "the folder cannot be listed")
        }
        defer { closedir(stream) }
        // A name that changes while the folder is read may come twice.
        var names: Set<[UInt8]> = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: ".") { names.insert(name) }
        }
        return names
    }
}

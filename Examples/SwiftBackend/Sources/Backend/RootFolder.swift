internal import BackendKit
internal import Glibc
internal import PhotoModel

/// The folder that a library is. What lies in it is opened from its descriptor, part by part and never through a
/// symbolic link, so nothing outside is ever opened, whatever happens to the folder meanwhile (R15.5).
final class RootFolder: Sendable {
    /// Absolute and canonical, in the bytes of the file system.
    let path: [UInt8]
    /// Makes identifiers that are the same in every backend over folders (R8.4).
    let identity: LibraryIdentity
    private let descriptor: Int32

    init(_ path: [UInt8]) throws(PhotoError) {
        let descriptor = withCPath(path) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOTDIR { throw .invalidArgument("the library is not a folder") }
            throw .system(code, "the library's folder cannot be opened")
        }
        self.path = path
        self.descriptor = descriptor
        identity = LibraryIdentity(root: path)
    }

    deinit { close(descriptor) }

    var isReadable: Bool { withCPath(path) { access($0, R_OK | X_OK) } == 0 }

    /// Opens the folder at a path from the root; the root's own is empty.
    func folder(at path: [UInt8]) throws(PhotoError) -> OpenFile {
        var folder = try OpenFile(Array(".".utf8), in: descriptor, flags: O_DIRECTORY)
        for part in path.split(separator: UInt8(ascii: "/")) {
            folder = try OpenFile(Array(part), in: folder.descriptor, flags: O_DIRECTORY)
        }
        return folder
    }

    /// Opens the file of a photo, if it is still the one that was seen.
    private func file(of photo: Photo) throws(PhotoError) -> OpenFile {
        let (path, name) = photo.asset.path.bytes.split()
        let folder = try folder(at: path)
        let file = try OpenFile(name, in: folder.descriptor)
        try check(file, of: photo)
        return file
    }

    /// Reads at most `count` bytes of a photo, all of the version that was seen.
    func bytes(
        of photo: Photo, from offset: Int64, count: Int, check: () throws(PhotoError) -> Void
    ) throws(PhotoError) -> [UInt8] {
        let file = try file(of: photo)
        let bytes = try file.bytes(from: offset, count: count, check: check)
        // It may have been written to meanwhile.
        try self.check(file, of: photo)
        return bytes
    }

    private func check(_ file: borrowing OpenFile, of photo: Photo) throws(PhotoError) {
        guard try file.status().version == photo.asset.contentTag else {
            throw .changed("\(photo.asset.path.text) changed since it was seen")
        }
    }
}

public import Imaging
public import PhotoModel
internal import Platform

/// The folder of a library. Everything inside is reached from its open descriptor, one path component after the other.
/// A symbolic link is followed only after it was found to stay inside, so nothing outside is ever opened.
public final class LibraryRoot: Sendable {
    /// Absolute and canonical, in the bytes of the file system.
    public let path: [UInt8]
    /// The identity from which local identifiers of this library are derived.
    public let identity: LibraryIdentity
    /// Reads the library's images, with the codecs of the backend.
    public let decoder: ImageDecoder
    package let folder: OpenFolder

    /// The number of bytes of the longest path that Linux takes, with the NUL at its end.
    private static let longestPath = 4096

    /// Opens the folder at `path`.
    ///
    /// - Throws: `notFound`, `notFolder`, `accessDenied` or `io`.
    public init(path: [UInt8], decoder: ImageDecoder = ImageDecoder()) throws(FolderError) {
        guard !path.contains(0) else { throw .notFound(path: String(decoding: path, as: UTF8.self)) }
        let canonical = try FolderError.naming(path) { () throws(SystemError) in try Platform.canonicalPath(path) }
        let folder = try OpenFolder.open(root: canonical)
        self.path = canonical
        self.folder = folder
        self.decoder = decoder
        identity = LibraryIdentity(root: canonical)
    }

    /// The folder's own name; "/" for the root of the file system.
    public var name: [UInt8] {
        let name = splitPath(path).name
        return name.isEmpty ? path : name
    }

    /// Whether the root still exists and can be read. It is checked with each call.
    public var isReadable: Bool {
        guard let status = try? folder.status(), status.linkCount > 0,
            let now = try? OpenFolder.open(root: path), let found = try? now.status()
        else { return false }
        return found.identity == status.identity
    }

    /// Opens the folder at `path` from the root. Symbolic links on the way are followed if they stay inside.
    package func folder(at path: [UInt8]) throws(FolderError) -> OpenFolder {
        do throws(FolderError) {
            return try strictFolder(at: path)
        } catch {
            switch error {
            case .linkLoop, .notFolder: return try strictFolder(at: try canonicalPath(of: path))
            default: throw error
            }
        }
    }

    /// Opens the regular file at `path` from the root, through symbolic links that stay inside.
    public func file(at path: [UInt8]) throws(FolderError) -> OpenMediaFile {
        let (parent, name) = splitPath(path)
        return try file(name, in: try folder(at: parent))
    }

    /// Opens the regular file `name`, or the one that a symbolic link of that name leads to.
    func file(_ name: [UInt8], in folder: OpenFolder) throws(FolderError) -> OpenMediaFile {
        do throws(FolderError) {
            return try folder.file(name)
        } catch {
            guard case .linkLoop = error else { throw error }  // ELOOP: it is a symbolic link.
            let (parent, last) = splitPath(try canonicalPath(of: joined(folder.path, name)))
            return try strictFolder(at: parent).file(last)
        }
    }

    /// Opens the folder at `path` from the root without following any symbolic link.
    ///
    /// Each folder on the way is opened, so tens of thousands of folders within each other would take hours. Folders whose
    /// paths the system does not take, which other programs cannot open either, are not entered.
    func strictFolder(at path: [UInt8]) throws(FolderError) -> OpenFolder {
        guard path.count < Self.longestPath else { throw FolderError(.nameTooLong, path: path) }
        var current = folder
        for part in path.split(separator: UInt8(ascii: "/")) { current = try current.folder(part) }
        return current
    }
}

/// The folder's path and the name of the last part.
package func splitPath(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return ([], path) }
    return (Array(path[..<slash]), Array(path[(slash + 1)...]))
}

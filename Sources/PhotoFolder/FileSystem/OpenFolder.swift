package import Platform

/// An open folder. Names are looked up relative to it, so that no other process can replace the folder meanwhile.
/// Closed with the last reference.
public final class OpenFolder: Sendable {
    private let owned: OwnedDescriptor
    /// From the library's root, which has the empty path; for messages.
    package let path: [UInt8]

    private init(_ descriptor: consuming OwnedDescriptor, path: [UInt8]) {
        owned = descriptor
        self.path = path
    }

    /// For system calls as long as this object exists.
    var descriptor: Descriptor { owned.borrowed }

    /// Opens the root of a library by its absolute path; symbolic links on the way are followed.
    static func open(root: [UInt8]) throws(FolderError) -> OpenFolder {
        let opened = try FolderError.naming(root) { () throws(SystemError) in
            try Descriptor.workingFolder.open(root, .folder)
        }
        return OpenFolder(opened, path: [])
    }

    /// Opens a folder directly inside; a symbolic link is refused, and so is "..", which is not inside.
    func folder(_ name: some Collection<UInt8>) throws(FolderError) -> OpenFolder {
        let path = joined(path, name)
        guard !name.elementsEqual("..".utf8) else { throw FolderError(.notFolder, path: path) }
        let opened = try FolderError.naming(path) { () throws(SystemError) in
            try descriptor.open(name, [.folder, .noFollow])
        }
        return OpenFolder(opened, path: path)
    }

    /// What the folder itself is.
    package func status() throws(FolderError) -> FileStatus {
        try FolderError.naming(path) { () throws(SystemError) in try descriptor.status() }
    }

    /// Whether other machines may change the folder, of which the kernel reports nothing.
    package var isOnNetwork: Bool { descriptor.isOnNetwork }

    /// What a name inside is; a symbolic link is not followed.
    package func status(of name: some Collection<UInt8>) throws(FolderError) -> FileStatus {
        do throws(SystemError) {
            return try descriptor.status(of: name)
        } catch {
            throw FolderError(error, path: joined(path, name))
        }
    }

    /// Where a symbolic link inside points, as it is written there.
    func target(ofLink name: some Collection<UInt8>) throws(FolderError) -> [UInt8] {
        try FolderError.naming(joined(path, name)) { () throws(SystemError) in try descriptor.target(ofLink: name) }
    }

    /// Calls `body` with each name inside except "." and "..", in the file system's order, and with what it is, until
    /// it returns false. The name is valid during the call only.
    func forEachEntry(_ body: (UnsafeBufferPointer<UInt8>, FileKind) -> Bool) throws(FolderError) {
        try FolderError.naming(path) { () throws(SystemError) in try descriptor.forEachEntry(body) }
    }
}

/// `folder/name`; `name` alone at the root.
package func joined(_ folder: [UInt8], _ name: some Collection<UInt8>) -> [UInt8] {
    folder.isEmpty ? Array(name) : folder + [UInt8(ascii: "/")] + name
}

internal import CPlatform

/// A local socket with a name in a folder (unix(7)).
package struct LocalSocket: ~Copyable, Sendable {
    package let name: String
    private let folder: OwnedDescriptor

    /// - Parameters:
    ///   - folder: the folder that has the socket's name; must exist.
    ///   - name: the socket's name; need not exist.
    package init(folder: String, name: String) throws(SystemError) {
        self.folder = try OwnedDescriptor.open(folder, .folder)
        self.name = name
    }

    /// A path to the socket, valid while this value lives. Paths of sockets have at most 107 bytes, while the folder's
    /// may be longer.
    package var shortPath: String { "/proc/self/fd/\(folder.borrowed.number)/\(name)" }

    /// Connects a stream to the process that listens at the socket.
    ///
    /// - Throws: `.connectionRefused` if that process has ended and left the name behind; `.notFound` if there is no
    ///   name.
    package func connect() throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(try checked { platform_connect_local(shortPath) })
    }

    /// Removes the name.
    package func remove() throws(SystemError) { try folder.borrowed.removeFile(name.utf8) }
}

internal import CPlatform

/// A socket of this machine with a name in a folder (unix(7)).
package struct LocalSocket: ~Copyable, Sendable {
    package let name: String
    private let folder: OwnedDescriptor

    /// - Parameters:
    ///   - folder: where the name is; it must exist.
    ///   - name: of the socket; it need not exist.
    package init(folder: String, name: String) throws(SystemError) {
        self.folder = try OwnedDescriptor.open(folder, .folder)
        self.name = name
    }

    /// Leads to the socket while this lives. Paths of sockets have at most 107 bytes, folders may have longer ones.
    package var shortPath: String { "/proc/self/fd/\(folder.borrowed.number)/\(name)" }

    /// A stream connected to the process that listens there.
    ///
    /// - Throws: `.connectionRefused` when that has ended and the name is left over; `.notFound` without the name.
    package func connect() throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(try checked { platform_connect_local(shortPath) })
    }

    /// Removes the name.
    package func remove() throws(SystemError) { try folder.borrowed.removeFile(name.utf8) }
}

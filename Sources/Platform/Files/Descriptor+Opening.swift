internal import CPlatform
internal import Glibc

/// How something is opened. Programs that are executed never inherit it.
package struct OpenOptions: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// To write; to read without this.
    package static let write = OpenOptions(rawValue: O_WRONLY)
    /// To read and to write.
    package static let readAndWrite = OpenOptions(rawValue: O_RDWR)
    /// Makes the file when it does not exist.
    package static let create = OpenOptions(rawValue: O_CREAT)
    /// With `create`: throws `.exists` when it exists.
    package static let exclusive = OpenOptions(rawValue: O_EXCL)
    /// What the file had in it is gone.
    package static let truncate = OpenOptions(rawValue: O_TRUNC)
    /// Throws `.linkLoop` when the last part of the path is a symbolic link.
    package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
    /// Does not wait, neither to open a pipe that no process writes to, nor later.
    package static let neverWait = OpenOptions(rawValue: O_NONBLOCK)
    /// Throws `.notFolder` when it is none.
    package static let folder = OpenOptions(rawValue: O_DIRECTORY)
    /// A terminal does not become that of the process.
    package static let noTerminal = OpenOptions(rawValue: O_NOCTTY)
}

extension Descriptor {
    /// Opens what a path leads to.
    ///
    /// - Parameters:
    ///   - path: relative ones begin in this folder.
    ///   - permissions: of a file that is made, less what the umask says.
    package func open(
        _ path: some Collection<UInt8>, _ options: OpenOptions = [], permissions: UInt32 = 0o666
    ) throws(SystemError) -> OwnedDescriptor {
        let flags = options.rawValue | O_CLOEXEC
        return OwnedDescriptor(
            try checked { withCPath(path) { openat(number, $0, flags, mode_t(permissions)) } })
    }

    /// Opens a new file in this folder that has no name, to write and to be given a name later.
    ///
    /// - Throws: `.notSupported`, or what else the system says, where the file system has no such files.
    package func openUnnamed(permissions: UInt32 = 0o666) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(try checked { file_system_open_unnamed(number, permissions) })
    }
}

extension OwnedDescriptor {
    /// Opens what a path leads to.
    package static func open(
        _ path: String, _ options: OpenOptions = [], permissions: UInt32 = 0o666
    ) throws(SystemError) -> OwnedDescriptor {
        try Descriptor.workingFolder.open(path.utf8, options, permissions: permissions)
    }
}

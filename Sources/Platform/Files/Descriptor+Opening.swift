internal import CPlatform
internal import Glibc

/// How something is opened. Descriptors are always closed on exec.
package struct OpenOptions: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Opens for writing. Without this and `readAndWrite`, things are opened for reading.
    package static let write = OpenOptions(rawValue: O_WRONLY)
    /// Opens for reading and writing.
    package static let readAndWrite = OpenOptions(rawValue: O_RDWR)
    /// Creates the file if it does not exist.
    package static let create = OpenOptions(rawValue: O_CREAT)
    /// With `create`: throws `.exists` if the file exists.
    package static let exclusive = OpenOptions(rawValue: O_EXCL)
    /// Empties the file.
    package static let truncate = OpenOptions(rawValue: O_TRUNC)
    /// Throws `.linkLoop` if the last part of the path is a symbolic link.
    package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
    /// Neither opening (a pipe that no process writes to, for example) nor reading and writing wait.
    package static let neverWait = OpenOptions(rawValue: O_NONBLOCK)
    /// Throws `.notFolder` for anything but a folder.
    package static let folder = OpenOptions(rawValue: O_DIRECTORY)
    /// A terminal that is opened does not become the controlling terminal of the process.
    package static let noTerminal = OpenOptions(rawValue: O_NOCTTY)
}

extension Descriptor {
    /// Opens the file, folder or device at a path.
    ///
    /// - Parameters:
    ///   - path: if it is relative, it starts at this folder.
    ///   - permissions: of a file that is created; the umask is subtracted.
    package func open(
        _ path: some Collection<UInt8>, _ options: OpenOptions = [], permissions: UInt32 = 0o666
    ) throws(SystemError) -> OwnedDescriptor {
        let flags = options.rawValue | O_CLOEXEC
        return OwnedDescriptor(
            try checked { withCPath(path) { openat(number, $0, flags, mode_t(permissions)) } })
    }

    /// Creates a file without a name in this folder, open for writing; it can be given a name later.
    ///
    /// - Throws: `.notSupported`, or another error of the system, if the file system has no such files.
    package func openUnnamed(permissions: UInt32 = 0o666) throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(try checked { file_system_open_unnamed(number, permissions) })
    }
}

extension OwnedDescriptor {
    /// Opens the file, folder or device at a path.
    package static func open(
        _ path: String, _ options: OpenOptions = [], permissions: UInt32 = 0o666
    ) throws(SystemError) -> OwnedDescriptor {
        try Descriptor.workingFolder.open(path.utf8, options, permissions: permissions)
    }
}

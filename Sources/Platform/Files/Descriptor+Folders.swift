internal import CPlatform
internal import Glibc

/// For open folders: relative paths start there. A descriptor keeps standing for the same folder, even if another one
/// takes its path.
extension Descriptor {
    /// The status of a name in this folder; a symbolic link is not followed.
    package func status(of name: some Collection<UInt8>) throws(SystemError) -> FileStatus {
        var status = stat()
        try checked { withCPath(name) { fstatat(number, $0, &status, AT_SYMLINK_NOFOLLOW) } }
        return FileStatus(status)
    }

    /// The target of a symbolic link, as it is stored.
    package func target(ofLink name: some Collection<UInt8>) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let target = withCPath(name) { path in
            [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
                let base = buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress! }  // PATH_MAX is not 0.
                do throws(SystemError) {
                    count = try checked { readlinkat(number, path, base, buffer.count) }
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
        return target
    }

    /// Whether files can be added to a folder, judging by its permissions and how it is mounted.
    package func isWritable(folder path: some Collection<UInt8>) -> Bool {
        withCPath(path) { faccessat(number, $0, W_OK | X_OK, AT_EACCESS) == 0 }
    }

    /// Whether this folder is on a file system that other machines may change, of which the kernel reports nothing.
    package var isOnNetwork: Bool { file_system_is_on_network(number) }

    /// Sets the permissions of a file or folder.
    ///
    /// - Throws: `.notSupported` for a symbolic link, which is not followed.
    package func setPermissions(_ permissions: UInt32, of path: some Collection<UInt8>) throws(SystemError) {
        try checked { withCPath(path) { fchmodat(number, $0, mode_t(permissions), AT_SYMLINK_NOFOLLOW) } }
    }

    package func makeFolder(_ path: some Collection<UInt8>, permissions: UInt32 = 0o777) throws(SystemError) {
        try checked { withCPath(path) { mkdirat(number, $0, mode_t(permissions)) } }
    }

    /// Makes a symbolic link; its target need not exist.
    package func makeLink(_ path: some Collection<UInt8>, to target: some Collection<UInt8>) throws(SystemError) {
        try checked { withCPath(path) { path in withCPath(target) { symlinkat($0, number, path) } } }
    }

    /// Makes a pipe with a name (FIFO).
    package func makeNamedPipe(_ path: some Collection<UInt8>, permissions: UInt32 = 0o666) throws(SystemError) {
        try checked { withCPath(path) { mkfifoat(number, $0, mode_t(permissions)) } }
    }

    /// Removes a name of a file.
    package func removeFile(_ path: some Collection<UInt8>) throws(SystemError) {
        try checked { withCPath(path) { unlinkat(number, $0, 0) } }
    }

    /// Removes an empty folder. A folder that has something in it stays, and this throws.
    package func removeFolder(_ path: some Collection<UInt8>) throws(SystemError) {
        try checked { withCPath(path) { unlinkat(number, $0, AT_REMOVEDIR) } }
    }

    /// Renames a file; a file that has the new name already is replaced.
    package func rename(_ from: some Collection<UInt8>, to: some Collection<UInt8>) throws(SystemError) {
        try checked { withCPath(from) { from in withCPath(to) { renameat(number, from, number, $0) } } }
    }

    /// Renames a file without replacing another one.
    ///
    /// - Throws: `.exists` if the new name is taken; `.invalidArgument` or `.notImplemented` if the file system does
    ///   not support this.
    package func renameNew(_ from: some Collection<UInt8>, to: some Collection<UInt8>) throws(SystemError) {
        try checked { withCPath(from) { from in withCPath(to) { file_system_rename_new(number, from, $0) } } }
    }

    /// Gives a file a second name (a hard link).
    ///
    /// - Throws: `.exists` if that name is taken.
    package func link(_ from: some Collection<UInt8>, to: some Collection<UInt8>) throws(SystemError) {
        try checked { withCPath(from) { from in withCPath(to) { linkat(number, from, number, $0, 0) } } }
    }

    /// Calls `body` with each name in the folder except "." and "..", in the file system's order, and with its kind,
    /// until `body` returns false. The name is valid during the call only.
    package func forEachEntry(_ body: (UnsafeBufferPointer<UInt8>, FileKind) -> Bool) throws(SystemError) {
        // `closedir` closes the descriptor, and reading moves the offset of the open folder, so the stream gets an open
        // folder of its own.
        let own = try open(".".utf8, .folder).take()
        guard let stream = fdopendir(own) else {
            let error = SystemError.last
            close(own)
            throw error
        }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            if !visit(entry, body) { return }
        }
        if errno != 0 { throw .last }
    }

    private func visit(
        _ entry: UnsafeMutablePointer<dirent>, _ body: (UnsafeBufferPointer<UInt8>, FileKind) -> Bool
    ) -> Bool {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name)!  // A stored property of a C struct has an offset.
        let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
        let length = name.withMemoryRebound(to: CChar.self, capacity: 1) { strlen($0) }
        let bytes = UnsafeBufferPointer(start: name, count: length)
        let dot = UInt8(ascii: ".")
        if length <= 2, name[0] == dot, length == 1 || name[1] == dot { return true }
        let kind = FileKind(directoryEntryType: entry.pointee.d_type) ?? (try? status(of: bytes).kind) ?? .special
        return body(bytes, kind)
    }
}

/// Makes a folder that only its owner may access, and the missing folders above it. Does nothing if the folder exists.
///
/// - Throws: `.notFolder` if something else has the path.
package func makeFolders(_ path: String) throws(SystemError) {
    do throws(SystemError) {
        try Descriptor.workingFolder.makeFolder(path.utf8, permissions: 0o700)
    } catch {
        if error == .exists {
            guard try FileStatus(path: path).kind == .folder else { throw .notFolder }
            return
        }
        guard error == .notFound, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw error }
        try makeFolders(String(path[..<slash]))
        do throws(SystemError) {
            try Descriptor.workingFolder.makeFolder(path.utf8, permissions: 0o700)
        } catch {
            guard error == .exists, (try? FileStatus(path: path).kind) == .folder else { throw error }
        }
    }
}

/// The names in a folder, sorted.
package func folderContents(_ path: String) throws(SystemError) -> [String] {
    var names: [String] = []
    let folder = try OwnedDescriptor.open(path, .folder)
    try folder.borrowed.forEachEntry { name, _ in
        names.append(String(decoding: name, as: UTF8.self))
        return true
    }
    return names.sorted()
}

/// Whether this process may execute the file at `path`.
package func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

/// Whether there is anything at `path`.
package func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// Why this process may not read what is at `path`; nil if it may.
package func readingError(_ path: String) -> SystemError? { readingError(path.utf8) }

/// Why this process may not read what is at `path`, which need not be UTF-8; nil if it may.
package func readingError(_ path: some Collection<UInt8>) -> SystemError? {
    withCPath(path) { access($0, R_OK) } == 0 ? nil : .last
}

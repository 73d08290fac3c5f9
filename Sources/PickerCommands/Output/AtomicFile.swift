internal import Platform

/// A file that appears complete or not at all, whenever the program ends.
///
/// If the file system supports it, the file has no name while it is written, so that even a killed process leaves nothing behind.
package struct AtomicFile: ~Copyable {
    private let path: FilePath
    private let descriptor: OwnedDescriptor
    /// The path while it is written; nil if it has no name.
    private let temporaryPath: FilePath?
    private let isFlushed: Bool

    /// Begins the file.
    ///
    /// - Parameters:
    ///   - path: where it appears when it is complete.
    ///   - permissions: those of the file, before the umask is applied.
    ///   - isFlushed: whether it is on the disk before it has its name: after a loss of power some file systems have the name of a new
    ///     file and none of its bytes. For what can be made again that takes too long.
    /// - Throws: `CommandFailure` that names the file.
    package init(
        path: FilePath, permissions: UInt32 = 0o666, isFlushed: Bool = false
    ) throws(CommandFailure) {
        self.path = path
        self.isFlushed = isFlushed
        if let parent = try? Descriptor.workingFolder.open(path.folder.bytes, .folder),
            let unnamed = try? parent.borrowed.openUnnamed(permissions: permissions)
        {
            descriptor = unnamed
            temporaryPath = nil
            return
        }
        let temporary = Self.temporaryPath(for: path)
        do throws(SystemError) {
            descriptor = try Descriptor.workingFolder.open(
                temporary.bytes, [.write, .create, .exclusive], permissions: permissions)
        } catch {
            throw .cannotWrite(path, error)
        }
        temporaryPath = temporary
    }

    /// Begins a file whose path is UTF-8.
    ///
    /// - Parameters:
    ///   - path: where it appears when it is complete.
    ///   - permissions: those of the file, before the umask is applied.
    ///   - isFlushed: whether it is on the disk before it has its name.
    package init(
        path: String, permissions: UInt32 = 0o666, isFlushed: Bool = false
    ) throws(CommandFailure) {
        try self.init(path: FilePath(path), permissions: permissions, isFlushed: isFlushed)
    }

    package func write(_ bytes: [UInt8]) throws(CommandFailure) {
        try PickerCommands.write(bytes, to: descriptor.borrowed, path: path)
    }

    /// Gives the file its name; an existing file is replaced.
    package consuming func commit() throws(CommandFailure) {
        do throws(SystemError) {
            try publish()
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Gives the file the first of these paths that is not taken. Nothing is replaced, not even a file that appeared meanwhile.
    ///
    /// - Parameter candidates: paths in the same folder.
    /// - Returns: the path that it has.
    package consuming func commit(asNew candidates: some Sequence<FilePath>) throws(CommandFailure) -> FilePath {
        for candidate in candidates {
            do throws(SystemError) {
                try take(candidate)
                return candidate
            } catch {
                guard error == .exists else { throw .cannotWrite(candidate, error) }
            }
        }
        throw .cannotWrite(path, .exists)
    }

    /// Gives the file this path.
    ///
    /// - Throws: `.exists` if it is taken.
    private borrowing func take(_ name: FilePath) throws(SystemError) {
        let here = Descriptor.workingFolder
        guard let temporaryPath else { return try descriptor.borrowed.link(as: name.bytes, in: here) }
        do throws(SystemError) {
            try here.renameNew(temporaryPath.bytes, to: name.bytes)
        } catch {
            guard error == .invalidArgument || error == .notImplemented else { throw error }
            // This file system cannot check and rename in one step.
            guard !name.exists else { throw .exists }
            try here.rename(temporaryPath.bytes, to: name.bytes)
        }
    }

    private borrowing func publish() throws(SystemError) {
        if isFlushed { try descriptor.borrowed.sync() }
        let here = Descriptor.workingFolder
        if let temporaryPath { return try here.rename(temporaryPath.bytes, to: path.bytes) }
        do throws(SystemError) {
            return try descriptor.borrowed.link(as: path.bytes, in: here)
        } catch {
            guard error == .exists else { throw error }
        }
        let temporary = Self.temporaryPath(for: path)
        try descriptor.borrowed.link(as: temporary.bytes, in: here)
        do throws(SystemError) {
            try here.rename(temporary.bytes, to: path.bytes)
        } catch {
            try? here.removeFile(temporary.bytes)
            throw error
        }
    }

    deinit {
        // After a commit the name is gone already.
        if let temporaryPath { try? Descriptor.workingFolder.removeFile(temporaryPath.bytes) }
    }

    /// The name does not contain the file's own, which may be as long as names can be.
    private static func temporaryPath(for path: FilePath) -> FilePath {
        let number = UInt32.random(in: .min ... .max)
        return path.beside(".picker-\(CurrentProcess.identifier)-\(number).part".utf8)
    }
}

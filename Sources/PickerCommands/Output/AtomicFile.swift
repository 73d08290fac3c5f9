internal import Platform

/// A file that appears complete or not at all, whenever the program ends.
///
/// Written without a name where the file system can do that, so that not even a kill leaves anything.
package struct AtomicFile: ~Copyable {
    private let path: FilePath
    private let descriptor: OwnedDescriptor
    /// The name while it is written; nil when it has none.
    private let temporaryPath: FilePath?

    /// - Throws: `CommandFailure` that names the file.
    ///
    /// - Parameter permissions: less what the umask says.
    package init(path: FilePath, permissions: UInt32 = 0o666) throws(CommandFailure) {
        self.path = path
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

    /// - Parameters:
    ///   - path: one that is UTF-8.
    ///   - permissions: less what the umask says.
    package init(path: String, permissions: UInt32 = 0o666) throws(CommandFailure) {
        try self.init(path: FilePath(path), permissions: permissions)
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

    /// Gives the file the first of some names that is not taken; nothing is replaced, also not what came while it was written.
    ///
    /// - Parameter candidates: beside its own name.
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

    /// - Throws: `.exists` when the name is taken.
    private borrowing func take(_ name: FilePath) throws(SystemError) {
        let here = Descriptor.workingFolder
        guard let temporaryPath else { return try descriptor.borrowed.link(as: name.bytes, in: here) }
        do throws(SystemError) {
            try here.renameNew(temporaryPath.bytes, to: name.bytes)
        } catch {
            guard error == .invalidArgument || error == .notImplemented else { throw error }
            // This file system cannot tell in one step.
            guard !name.exists else { throw .exists }
            try here.rename(temporaryPath.bytes, to: name.bytes)
        }
    }

    private borrowing func publish() throws(SystemError) {
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

    /// Without the file's own name, which may be as long as names can be.
    private static func temporaryPath(for path: FilePath) -> FilePath {
        let number = UInt32.random(in: .min ... .max)
        return path.beside(".picker-\(CurrentProcess.identifier)-\(number).part".utf8)
    }
}

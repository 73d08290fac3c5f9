internal import Platform

/// A file that appears complete or not at all, whenever the program ends.
///
/// Written without a name where the file system can do that, so that not even a kill leaves anything.
package struct AtomicFile: ~Copyable {
    private let path: String
    private let descriptor: OwnedDescriptor
    /// The name while it is written; nil when it has none.
    private let temporaryPath: String?

    /// - Throws: `CommandFailure` that names the file.
    ///
    /// - Parameter permissions: less what the umask says.
    package init(path: String, permissions: UInt32 = 0o666) throws(CommandFailure) {
        self.path = path
        let folder = path.contains("/") ? String(path[..<path.lastIndex(of: "/")!]) : "."  // Checked before.
        if let parent = try? OwnedDescriptor.open(folder.isEmpty ? "/" : folder, .folder),
            let unnamed = try? parent.borrowed.openUnnamed(permissions: permissions)
        {
            descriptor = unnamed
            temporaryPath = nil
            return
        }
        let temporary = Self.temporaryPath(for: path)
        do throws(SystemError) {
            descriptor = try OwnedDescriptor.open(temporary, [.write, .create, .exclusive], permissions: permissions)
        } catch {
            throw .cannotWrite(path, error)
        }
        temporaryPath = temporary
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

    private borrowing func publish() throws(SystemError) {
        let here = Descriptor.workingFolder
        if let temporaryPath { return try here.rename(temporaryPath.utf8, to: path.utf8) }
        do throws(SystemError) {
            return try descriptor.borrowed.link(as: path.utf8, in: here)
        } catch {
            guard error == .exists else { throw error }
        }
        let temporary = Self.temporaryPath(for: path)
        try descriptor.borrowed.link(as: temporary.utf8, in: here)
        do throws(SystemError) {
            try here.rename(temporary.utf8, to: path.utf8)
        } catch {
            try? here.removeFile(temporary.utf8)
            throw error
        }
    }

    deinit {
        // After a commit the name is gone already.
        if let temporaryPath { try? Descriptor.workingFolder.removeFile(temporaryPath.utf8) }
    }

    private static func temporaryPath(for path: String) -> String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let number = UInt32.random(in: .min ... .max)
        return "\(path[..<slash]).\(path[slash...]).\(CurrentProcess.identifier)-\(number).part"
    }
}

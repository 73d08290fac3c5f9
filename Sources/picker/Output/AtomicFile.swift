#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A file that appears complete or not at all, whenever the program ends.
///
/// Written without a name where the file system can do that, so that not even a kill leaves anything behind.
struct AtomicFile: ~Copyable {
    private let path: String
    private let descriptor: Int32
    /// The name while it is written; nil when it has none.
    private let temporaryPath: String?

    /// - Throws: `CommandFailure` that names the file.
    init(path: String) throws(CommandFailure) {
        self.path = path
        let folder = path.contains("/") ? String(path[..<path.lastIndex(of: "/")!]) : "."  // Checked before.
        let unnamed = open(folder.isEmpty ? "/" : folder, Self.unnamedFlags, 0o666)
        if unnamed >= 0 {
            descriptor = unnamed
            temporaryPath = nil
            return
        }
        let temporary = Self.temporaryPath(for: path)
        let named = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard named >= 0 else { throw .cannotWrite(path) }
        descriptor = named
        temporaryPath = temporary
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) { try picker.write(bytes, to: descriptor, path: path) }

    /// Gives the file its name; an existing file is replaced.
    consuming func commit() throws(CommandFailure) {
        let path = path
        if let temporaryPath {
            guard rename(temporaryPath, path) == 0 else { throw .cannotWrite(path) }
            return
        }
        let own = "/proc/self/fd/\(descriptor)"
        if linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return }
        guard errno == EEXIST else { throw .cannotWrite(path) }
        let temporary = Self.temporaryPath(for: path)
        guard linkat(AT_FDCWD, own, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 else { throw .cannotWrite(path) }
        guard rename(temporary, path) == 0 else {
            let failure = CommandFailure.cannotWrite(path)
            unlink(temporary)
            throw failure
        }
    }

    deinit {
        close(descriptor)
        // After a commit the name is gone already.
        if let temporaryPath { unlink(temporaryPath) }
    }

    /// O_TMPFILE, a macro that is not imported: __O_TMPFILE | O_DIRECTORY.
    private static let unnamedFlags = 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC

    private static func temporaryPath(for path: String) -> String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return "\(path[..<slash]).\(path[slash...]).\(getpid())-\(UInt32.random(in: .min ... .max)).part"
    }
}

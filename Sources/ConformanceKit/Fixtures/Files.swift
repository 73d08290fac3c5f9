#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The few operations on files that the kit needs, for paths that need not be UTF-8. Failures are the kit's own.
enum Files {
    static func makeFolder(_ path: BytePath) throws(CheckStop) {
        guard path.withCPath({ mkdir($0, 0o755) }) == 0 || errno == EEXIST else { throw failure(path, "made") }
    }

    /// - Parameter date: seconds since 1970; nil: now.
    static func write(_ bytes: [UInt8], to path: BytePath, date: Int? = nil) throws(CheckStop) {
        let descriptor = path.withCPath { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        guard descriptor >= 0 else { throw failure(path, "written") }
        defer { close(descriptor) }
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw failure(path, "written") }
            start += count
        }
        if let date { set(date, descriptor) }
    }

    private static func set(_ date: Int, _ descriptor: Int32) {
        let time = timespec(tv_sec: date, tv_nsec: 0)
        _ = futimens(descriptor, [time, time])
    }

    static func read(_ path: BytePath) throws(CheckStop) -> [UInt8] {
        let descriptor = path.withCPath { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw failure(path, "read") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw failure(path, "read") }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    static func link(_ path: BytePath, to target: BytePath) throws(CheckStop) {
        guard path.withCPath({ path in target.withCPath { symlink($0, path) } }) == 0 else {
            throw failure(path, "linked")
        }
    }

    static func makeFIFO(_ path: BytePath) throws(CheckStop) {
        guard path.withCPath({ mkfifo($0, 0o644) }) == 0 else { throw failure(path, "made") }
    }

    static func remove(_ path: BytePath) throws(CheckStop) {
        guard path.withCPath({ unlink($0) }) == 0 else { throw failure(path, "removed") }
    }

    static func rename(_ path: BytePath, to target: BytePath) throws(CheckStop) {
        guard path.withCPath({ path in target.withCPath { Glibc.rename(path, $0) } }) == 0 else {
            throw failure(path, "renamed")
        }
    }

    static func setPermissions(_ permissions: UInt32, of path: BytePath) throws(CheckStop) {
        guard path.withCPath({ chmod($0, permissions) }) == 0 else { throw failure(path, "given permissions") }
    }

    /// Names in a folder, "." and ".." left out, in the order of their bytes; none when it cannot be read.
    static func names(_ path: BytePath) -> [BytePath] {
        guard let folder = path.withCPath({ opendir($0) }) else { return [] }
        defer { closedir(folder) }
        var names: [BytePath] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: UInt8.self, capacity: 256) {
                    Array(UnsafeBufferPointer(start: $0, count: 256))
                }
            }
            let path = BytePath(Array(name.prefix { $0 != 0 }))
            if path != ".", path != ".." { names.append(path) }
        }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// Every path below a folder, with its kind, size and date.
    static func tree(_ path: BytePath) throws(CheckStop) -> Set<TreeEntry> {
        var entries: Set<TreeEntry> = []
        for name in names(path) {
            let child = path / name
            var information = stat()
            guard child.withCPath({ lstat($0, &information) }) == 0 else { throw failure(child, "looked at") }
            let isFolder = information.st_mode & S_IFMT == S_IFDIR
            // The date of a folder tells of what came and went in it, which is told anyway.
            entries.insert(
                TreeEntry(
                    path: child, mode: information.st_mode, size: isFolder ? 0 : Int(information.st_size),
                    date: isFolder ? 0 : information.st_mtim.tv_sec))
            if isFolder { entries.formUnion(try tree(child)) }
        }
        return entries
    }

    static func kind(_ path: BytePath) -> UInt32? {
        var information = stat()
        guard path.withCPath({ lstat($0, &information) }) == 0 else { return nil }
        return information.st_mode & S_IFMT
    }

    /// Copies a tree with its dates: files, folders, links and FIFOs.
    static func copyTree(_ source: BytePath, to target: BytePath) throws(CheckStop) {
        try makeFolder(target)
        for name in names(source) { try copy(source / name, to: target / name) }
    }

    private static func copy(_ source: BytePath, to target: BytePath) throws(CheckStop) {
        var information = stat()
        guard source.withCPath({ lstat($0, &information) }) == 0 else { throw failure(source, "copied") }
        switch information.st_mode & S_IFMT {
        case S_IFDIR: try copyTree(source, to: target)
        case S_IFIFO: try makeFIFO(target)
        case S_IFLNK:
            var place = [CChar](repeating: 0, count: 4096)
            let count = source.withCPath { readlink($0, &place, place.count) }
            guard count > 0 else { throw failure(source, "copied") }
            try link(target, to: BytePath(place[..<count].map(UInt8.init(bitPattern:))))
        default: try copyFile(source, to: target, date: information.st_mtim.tv_sec)
        }
    }

    private static func copyFile(_ source: BytePath, to target: BytePath, date: Int) throws(CheckStop) {
        let input = source.withCPath { open($0, O_RDONLY | O_CLOEXEC) }
        guard input >= 0 else { throw failure(source, "read") }
        defer { close(input) }
        let output = target.withCPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
        guard output >= 0 else { throw failure(target, "written") }
        defer { close(output) }
        while true {
            let count = sendfile(output, input, nil, 1 << 24)
            guard count >= 0 else { throw failure(target, "written") }
            if count == 0 { break }
        }
        set(date, output)
    }

    /// Removes a tree, folders without permissions included. Links are removed, not followed.
    static func removeTree(_ path: BytePath) {
        _ = path.withCPath { chmod($0, 0o700) }
        for name in names(path) {
            let child = path / name
            if kind(child) == S_IFDIR { removeTree(child) } else { _ = child.withCPath { unlink($0) } }
        }
        _ = path.withCPath { rmdir($0) }
    }

    private static func failure(_ path: BytePath, _ verb: String) -> CheckStop {
        .harness("\(path) cannot be \(verb): \(String(cString: strerror(errno)))")
    }
}

/// A file, folder or link as a listing shows it.
struct TreeEntry: Hashable, CustomStringConvertible {
    let path: BytePath
    let mode: UInt32
    let size: Int
    let date: Int
    var description: String { path.name.description }
}

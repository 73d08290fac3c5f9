internal import Platform

/// The few operations on files that the kit needs, for paths that need not be UTF-8. Failures are the kit's own.
enum Files {
    private static var start: Descriptor { .workingFolder }

    /// Makes a folder, or finds it there.
    static func makeFolder(_ path: BytePath) throws(CheckStop) {
        try attempt(path, "made") { () throws(SystemError) in
            do throws(SystemError) {
                try start.makeFolder(path.bytes, permissions: 0o755)
            } catch {
                if error != .exists { throw error }
            }
        }
    }

    /// Makes a folder that does not exist, for this user alone.
    static func makeOwnFolder(_ path: BytePath) throws(CheckStop) {
        try attempt(path, "made") { () throws(SystemError) in try start.makeFolder(path.bytes, permissions: 0o700) }
    }

    /// - Parameter date: seconds since 1970; nil: now.
    static func write(_ bytes: [UInt8], to path: BytePath, date: Int? = nil) throws(CheckStop) {
        try attempt(path, "written") { () throws(SystemError) in
            let file = try start.open(path.bytes, [.write, .create, .truncate], permissions: 0o644)
            try file.borrowed.write(bytes)
            if let date { set(date, file.borrowed) }
        }
    }

    /// Changes a file's bytes where they are, all with one call of the system: it is never seen empty or half written.
    static func rewrite(_ path: BytePath, as bytes: [UInt8], date: Int) throws(CheckStop) {
        let file = try open(path, .write, to: "written")
        try attempt(path, "written") { () throws(SystemError) in try file.borrowed.write(bytes) }
        set(date, file.borrowed)
    }

    /// Makes a file longer by zeros that take no room on the disk.
    static func extend(_ path: BytePath, to size: Int) throws(CheckStop) {
        let file = try open(path, .write, to: "written")
        try attempt(path, "made longer") { () throws(SystemError) in try file.borrowed.setSize(Int64(size)) }
    }

    /// Writes over a file's bytes from an offset on.
    static func write(_ bytes: [UInt8], into path: BytePath, at offset: Int) throws(CheckStop) {
        let file = try open(path, .write, to: "written")
        try attempt(path, "written") { () throws(SystemError) in
            let outcome = bytes.withUnsafeBytes { bytes in
                Result { () throws(SystemError) in try file.borrowed.write(bytes, at: Int64(offset)) }
            }
            try outcome.get()
        }
    }

    private static func set(_ date: Int, _ file: Descriptor) { try? file.setTimes(Int64(date) * 1_000_000_000) }

    /// - Parameter milliseconds: since 1970, when the file was last modified.
    static func setDate(of path: BytePath, milliseconds: Int) throws(CheckStop) {
        let file = try open(path, .write, to: "dated")
        try attempt(path, "dated") { () throws(SystemError) in
            try file.borrowed.setTimes(Int64(milliseconds) * 1_000_000)
        }
    }

    static func read(_ path: BytePath) throws(CheckStop) -> [UInt8] {
        try attempt(path, "read") { () throws(SystemError) in
            let file = try start.open(path.bytes)
            return try file.borrowed.readToEnd()
        }
    }

    /// Whether it is a file, and no link, FIFO or device, of at most so many bytes.
    static func isFile(_ path: BytePath, upTo bytes: Int) -> Bool {
        guard let status = try? start.status(of: path.bytes) else { return false }
        return status.kind == .file && status.byteSize <= bytes
    }

    static func link(_ path: BytePath, to target: BytePath) throws(CheckStop) {
        try attempt(path, "linked") { () throws(SystemError) in try start.makeLink(path.bytes, to: target.bytes) }
    }

    static func makeFIFO(_ path: BytePath) throws(CheckStop) {
        try attempt(path, "made") { () throws(SystemError) in
            try start.makeNamedPipe(path.bytes, permissions: 0o644)
        }
    }

    static func remove(_ path: BytePath) throws(CheckStop) {
        try attempt(path, "removed") { () throws(SystemError) in try start.removeFile(path.bytes) }
    }

    static func rename(_ path: BytePath, to target: BytePath) throws(CheckStop) {
        try attempt(path, "renamed") { () throws(SystemError) in try start.rename(path.bytes, to: target.bytes) }
    }

    static func setPermissions(_ permissions: UInt32, of path: BytePath) throws(CheckStop) {
        try attempt(path, "given permissions") { () throws(SystemError) in
            try start.setPermissions(permissions, of: path.bytes)
        }
    }

    /// Opens a file; `verb` says what for when that fails.
    static func open(
        _ path: BytePath, _ options: OpenOptions, permissions: UInt32 = 0o644, to verb: String
    ) throws(CheckStop) -> OwnedDescriptor {
        try attempt(path, verb) { () throws(SystemError) in
            try start.open(path.bytes, options, permissions: permissions)
        }
    }

    private static func attempt<Result: ~Copyable>(
        _ path: BytePath, _ verb: String, _ body: () throws(SystemError) -> Result
    ) throws(CheckStop) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .harness("\(path) cannot be \(verb): \(error)")
        }
    }
}

/// Folders, with what is in them.
extension Files {
    /// Names in a folder, "." and ".." left out, in the order of their bytes; none when it cannot be read.
    static func names(_ path: BytePath) -> [BytePath] {
        guard let folder = try? start.open(path.bytes, .folder) else { return [] }
        var names: [BytePath] = []
        try? folder.borrowed.forEachEntry { name, _ in
            names.append(BytePath(Array(name)))
            return true
        }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// Whether as many bytes are the same, compared fast.
    static func areEqual(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                guard let one = left.baseAddress, let other = right.baseAddress else { return true }
                return compareMemory(one, other, byteCount: left.count) == 0
            }
        }
    }

    static func isThere(_ path: BytePath) -> Bool { (try? start.status(of: path.bytes)) != nil }

    /// Every path below a folder, with its kind, size and date.
    static func tree(_ path: BytePath) throws(CheckStop) -> Set<TreeEntry> {
        var entries: Set<TreeEntry> = []
        for name in names(path) {
            let child = path / name
            let status = try status(child, "looked at")
            entries.insert(TreeEntry(child, status))
            if status.kind == .folder { entries.formUnion(try tree(child)) }
        }
        return entries
    }

    private static func status(_ path: BytePath, _ verb: String) throws(CheckStop) -> FileStatus {
        try attempt(path, verb) { () throws(SystemError) in try start.status(of: path.bytes) }
    }

    /// Copies a tree with its dates: files, folders, links and FIFOs.
    static func copyTree(_ source: BytePath, to target: BytePath) throws(CheckStop) {
        try makeFolder(target)
        for name in names(source) { try copy(source / name, to: target / name) }
    }

    private static func copy(_ source: BytePath, to target: BytePath) throws(CheckStop) {
        let status = try status(source, "copied")
        switch status.kind {
        case .folder: try copyTree(source, to: target)
        // Fixtures have no sockets and devices.
        case .special: try makeFIFO(target)
        case .link:
            let place = try attempt(source, "copied") { () throws(SystemError) in
                try start.target(ofLink: source.bytes)
            }
            try link(target, to: BytePath(place))
        case .file: try copyFile(source, to: target, date: status.modificationSecond)
        }
    }

    private static func copyFile(_ source: BytePath, to target: BytePath, date: Int) throws(CheckStop) {
        let input = try open(source, [], to: "read")
        let output = try open(target, [.write, .create, .exclusive], to: "written")
        try attempt(target, "written") { () throws(SystemError) in try input.borrowed.copy(to: output.borrowed) }
        set(date, output.borrowed)
    }
}

/// A file, folder or link as a listing shows it.
struct TreeEntry: Hashable, CustomStringConvertible {
    let path: BytePath
    private let kind: FileKind
    private let permissions: UInt32
    private let size: Int64
    private let date: Int

    init(_ path: BytePath, _ status: FileStatus) {
        self.path = path
        (kind, permissions) = (status.kind, status.permissions)
        // The date of a folder changes with its entries, which are listed anyway.
        let isFolder = status.kind == .folder
        size = isFolder ? 0 : status.byteSize
        date = isFolder ? 0 : status.modificationSecond
    }

    var description: String { path.name.description }
    var isFolder: Bool { kind == .folder }
}

extension FileStatus {
    /// The second since 1970 in which the file was last modified.
    fileprivate var modificationSecond: Int { Int(modificationTime / 1_000_000_000) }
}

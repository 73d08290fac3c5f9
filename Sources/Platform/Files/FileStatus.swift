internal import Glibc

/// What a name in a folder is.
public enum FileKind: UInt8, Sendable {
    case file
    case folder
    case link
    /// A pipe, a socket or a device.
    case special
}

/// What the file system says of a file.
public struct FileStatus: Hashable, Sendable {
    public let kind: FileKind
    public let device: UInt64
    public let inode: UInt64
    public let byteSize: Int64
    /// Nanoseconds since 1970.
    public let modificationTime: Int64
    /// When content, name or permissions last changed, in nanoseconds since 1970.
    public let changeTime: Int64
    /// Number of names; 0 for a file or folder that was removed while it is open.
    public let linkCount: UInt64
    /// Who may do what, in the last twelve bits as `chmod` has them.
    package let permissions: UInt32
    /// The number of the user whose it is.
    package let owner: UInt32

    init(_ status: stat) {
        kind = FileKind(mode: status.st_mode)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        byteSize = Int64(status.st_size)
        modificationTime = status.st_mtim.nanoseconds
        changeTime = status.st_ctim.nanoseconds
        linkCount = UInt64(status.st_nlink)
        permissions = UInt32(status.st_mode) & 0o7777
        owner = status.st_uid
    }

    /// What a path leads to; links are followed.
    package init(path: String) throws(SystemError) { try self.init(path: path.utf8) }

    /// What a path leads to; links are followed.
    package init(path: some Collection<UInt8>) throws(SystemError) {
        var status = stat()
        try checked { withCPath(path) { stat($0, &status) } }
        self.init(status)
    }
}

extension FileStatus {
    /// What tells one file or folder from another, whatever path leads to it.
    package struct Identity: Hashable, Sendable {
        package let device: UInt64
        package let inode: UInt64

        package init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }
    }

    package var identity: Identity { Identity(device: device, inode: inode) }

    /// What changes when a path leads to other content, as far as it can be told without reading that.
    package struct Version: Hashable, Sendable {
        private let identity: Identity
        private let byteSize: Int64
        private let modificationTime: Int64

        /// Of what a path leads to; nil when there is nothing.
        package init?(path: String) {
            guard let status = try? FileStatus(path: path) else { return nil }
            self.init(status)
        }

        /// The same in every run as long as the content is the same, as far as that can be told.
        package var text: String { "\(identity.inode)-\(byteSize)-\(modificationTime)" }

        init(_ status: FileStatus) {
            identity = status.identity
            byteSize = status.byteSize
            modificationTime = status.modificationTime
        }
    }

    package var version: Version { Version(self) }
}

extension FileKind {
    init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        default: self = .special
        }
    }

    /// Nil when the file system does not say without a look at the file itself.
    init?(directoryEntryType type: UInt8) {
        switch Int(type) {
        case Int(DT_REG): self = .file
        case Int(DT_DIR): self = .folder
        case Int(DT_LNK): self = .link
        case Int(DT_UNKNOWN): return nil
        default: self = .special
        }
    }
}

extension timespec {
    fileprivate var nanoseconds: Int64 {
        let (whole, overflow) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? (tv_sec < 0 ? .min : .max) : whole &+ Int64(tv_nsec)
    }
}

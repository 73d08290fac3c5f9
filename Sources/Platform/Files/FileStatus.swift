internal import Glibc

/// The kind of a file system entry.
public enum FileKind: UInt8, Sendable {
    case file
    case folder
    case link
    /// A pipe, a socket or a device.
    case special
}

/// The status of a file or folder.
public struct FileStatus: Hashable, Sendable {
    public let kind: FileKind
    public let device: UInt64
    public let inode: UInt64
    public let byteSize: Int64
    /// When the content last changed, in nanoseconds since 1970; clamped to the range of `Int64`.
    public let modificationTime: Int64
    /// When content, name or permissions last changed, in nanoseconds since 1970; clamped to the range of `Int64`.
    public let changeTime: Int64
    /// The number of hard links; 0 for a file or folder that was removed while it is open.
    public let linkCount: UInt64
    /// The permission bits: the last twelve bits, as in `chmod`.
    package let permissions: UInt32
    /// The user ID of the owner.
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

    /// The status of what is at a path; symbolic links are followed.
    package init(path: String) throws(SystemError) { try self.init(path: path.utf8) }

    /// The status of what is at a path; symbolic links are followed.
    package init(path: some Collection<UInt8>) throws(SystemError) {
        var status = stat()
        try checked { withCPath(path) { stat($0, &status) } }
        self.init(status)
    }
}

extension FileStatus {
    /// What identifies a file or folder, whatever its path.
    package struct Identity: Hashable, Sendable {
        package let device: UInt64
        package let inode: UInt64

        package init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }
    }

    package var identity: Identity { Identity(device: device, inode: inode) }

    /// A value that changes when the content at a path changes, as far as that shows without reading it.
    package struct Version: Hashable, Sendable {
        private let identity: Identity
        private let byteSize: Int64
        private let modificationTime: Int64

        /// The version of what is at a path; nil if nothing is there.
        package init?(path: String) {
            guard let status = try? FileStatus(path: path) else { return nil }
            self.init(status)
        }

        /// A text that is the same in every run while the content is the same, as far as that shows without reading it.
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

    /// Nil if the file system reports the kind only in the file's status.
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
        let (whole, isFar) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyond) = whole.addingReportingOverflow(Int64(tv_nsec))
        return isFar || isBeyond ? (tv_sec < 0 ? .min : .max) : sum
    }
}

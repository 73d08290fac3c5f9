#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

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

    init(_ status: stat) {
        kind = FileKind(mode: status.st_mode)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        byteSize = Int64(status.st_size)
        modificationTime = status.st_mtim.nanoseconds
        changeTime = status.st_ctim.nanoseconds
        linkCount = UInt64(status.st_nlink)
    }
}

extension FileStatus {
    /// What tells one folder from another, whatever path leads to it.
    package struct Identity: Hashable, Sendable {
        package let device: UInt64
        package let inode: UInt64

        package init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }
    }

    package var identity: Identity { Identity(device: device, inode: inode) }
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

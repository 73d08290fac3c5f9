internal import Glibc
internal import PhotoModel

/// What the file system says of a file.
struct FileStatus: Equatable {
    enum Kind { case file, folder, other }

    let kind: Kind
    let byteSize: Int64
    let modified: Timestamp
    /// Another number for another file, and for other content; never 0.
    let version: UInt64

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        byteSize = Int64(status.st_size)
        let modification = status.st_mtim
        modified = Timestamp(milliseconds: Self.milliseconds(modification))
        // FNV-1a over what changes when a file is written, replaced or exchanged for another.
        let parts: [UInt64] = [
            UInt64(status.st_dev), UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_size)),
            UInt64(bitPattern: Int64(modification.tv_sec)), UInt64(bitPattern: Int64(modification.tv_nsec)),
            UInt64(bitPattern: Int64(status.st_ctim.tv_sec)), UInt64(bitPattern: Int64(status.st_ctim.tv_nsec)),
        ]
        let hash = parts.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, part in
            stride(from: 0, to: 64, by: 8).reduce(hash) { ($0 ^ (part >> UInt64($1) & 0xff)) &* 0x100_0000_01b3 }
        }
        version = max(hash, 1)
    }

    /// The first or the last that there are for a date further off than their count goes: some file systems keep such dates.
    private static func milliseconds(_ time: timespec) -> Int64 {
        let (seconds, isFar) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1000)
        let (sum, isBeyond) = seconds.addingReportingOverflow(Int64(time.tv_nsec) / 1_000_000)
        guard isFar || isBeyond else { return sum }
        return time.tv_sec < 0 ? .min : .max
    }
}

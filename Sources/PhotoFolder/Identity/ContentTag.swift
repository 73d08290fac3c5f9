public import Imaging
public import Platform

/// Makes content tags: numbers that change whenever the content of a file does.
///
/// A content tag is a hash (FNV-1a) of size, modification time, change time and inode. The change time also changes
/// with the permissions: caches are then made again without need. But it shows when a file was rewritten with its old
/// size and its old modification time, as some editors and transfers do. Never 0, which stands for "any".
public enum ContentTag {
    public static func token(of status: FileStatus) -> UInt64 {
        var hash = FNV1a()
        hash.combine(UInt64(bitPattern: status.byteSize))
        hash.combine(UInt64(bitPattern: status.modificationTime))
        hash.combine(UInt64(bitPattern: status.changeTime))
        hash.combine(status.inode)
        return hash.nonZero
    }

    /// Makes the tag of an asset from those of its files, in their order.
    ///
    /// - Parameter turned: the orientations that sidecars give to images whose files say otherwise, since such an asset
    ///   looks different. Empty if there are none.
    public static func token(of tokens: [UInt64], turned: [Orientation?] = []) -> UInt64 {
        let isTurned = turned.contains { $0 != nil }
        if tokens.count == 1, !isTurned { return tokens[0] }
        var hash = FNV1a()
        for token in tokens { hash.combine(token) }
        if isTurned { for orientation in turned { hash.combine(UInt64(orientation?.rawValue ?? 0)) } }
        return hash.nonZero
    }
}

/// The 64-bit hash of Fowler, Noll and Vo.
private struct FNV1a {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    var nonZero: UInt64 { state == 0 ? 1 : state }

    mutating func combine(_ word: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            state = (state ^ (word >> UInt64(shift) & 0xff)) &* 0x100_0000_01b3
        }
    }
}

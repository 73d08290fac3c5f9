public import Imaging
internal import PhotoModel
public import Platform

/// Makes content tags: numbers that change whenever the content of a file does.
///
/// A content tag is a hash (FNV-1a) of size, modification time, change time and inode. The change time also changes
/// with the permissions: caches are then made again without need. But it shows when a file was rewritten with its old
/// size and its old modification time, as some editors and transfers do. Never 0, which stands for "any".
public enum ContentTag {
    public static func token(of status: FileStatus) -> UInt64 {
        var hash = FNV1a()
        hash.combine(word: UInt64(bitPattern: status.byteSize))
        hash.combine(word: UInt64(bitPattern: status.modificationTime))
        hash.combine(word: UInt64(bitPattern: status.changeTime))
        hash.combine(word: status.inode)
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
        for token in tokens { hash.combine(word: token) }
        if isTurned { for orientation in turned { hash.combine(word: UInt64(orientation?.rawValue ?? 0)) } }
        return hash.nonZero
    }
}

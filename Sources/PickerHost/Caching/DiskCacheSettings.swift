internal import Platform

/// Where thumbnails and posters are kept on the disk, and how many.
public struct DiskCacheSettings: Hashable, Sendable {
    /// Made, for its owner alone, when it is missing; nil: there is none.
    public var folder: String?
    /// Bytes at most; less than 64 KiB: nothing is kept.
    public var byteCount: Int64
    /// Whether a cache of another size gives way to one of this size.
    public var replacesOthers: Bool

    /// 512 MiB: about 50,000 thumbnails.
    public static let standardByteCount: Int64 = 512 << 20

    /// - Parameters:
    ///   - folder: absolute.
    ///   - byteCount: at most; nil: the standard, or as many as the cache that is there has.
    public init(folder: String? = Self.standardFolder, byteCount: Int64? = nil) {
        self.folder = folder
        self.byteCount = byteCount ?? Self.standardByteCount
        replacesOthers = byteCount != nil
    }

    /// Nothing is kept.
    public static let off = DiskCacheSettings(folder: nil, byteCount: 0)

    /// `picker` in the user's folder for caches (XDG base directories); nil for a user without a home.
    public static var standardFolder: String? {
        Environment.userFolder("XDG_CACHE_HOME", inHome: ".cache").map { "\($0)/picker" }
    }
}

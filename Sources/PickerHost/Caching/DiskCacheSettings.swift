internal import Platform

/// Where thumbnails and posters are kept on the disk, and how many of them.
public struct DiskCacheSettings: Hashable, Sendable {
    /// The folder, which is made, for its owner alone, if it does not exist; nil: nothing is kept.
    public var folder: String?
    /// The most bytes that are kept; less than 64 KiB: nothing is kept.
    public var byteCount: Int64
    /// Whether a cache of another size is replaced by one of this size.
    public var replacesOthers: Bool

    /// 512 MiB: about 50,000 thumbnails.
    public static let standardByteCount: Int64 = 512 << 20

    /// - Parameters:
    ///   - folder: an absolute path.
    ///   - byteCount: the most bytes that are kept; nil: as many as an existing cache has, or else the standard.
    public init(folder: String? = Self.standardFolder, byteCount: Int64? = nil) {
        self.folder = folder
        self.byteCount = byteCount ?? Self.standardByteCount
        replacesOthers = byteCount != nil
    }

    /// Settings with which nothing is kept.
    public static let off = DiskCacheSettings(folder: nil, byteCount: 0)

    /// `picker` in the user's folder for caches (XDG base directories); nil for a user without a home.
    public static var standardFolder: String? {
        Environment.userFolder("XDG_CACHE_HOME", inHome: ".cache").map { "\($0)/picker" }
    }
}

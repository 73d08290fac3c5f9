internal import Platform

/// How the thumbnails that the programs of a desktop share are used (Thumbnail Managing Standard 0.9 of freedesktop.org).
public struct DesktopThumbnailSettings: Hashable, Sendable {
    /// How they are used.
    public enum Use: String, Hashable, Sendable, CaseIterable {
        /// They are left alone.
        case off
        /// If there is a suitable thumbnail of a photo, it is shown instead of decoding the photo.
        case read
        /// In addition, thumbnails that are made are written for other programs.
        case write
    }

    /// How they are used.
    public var use: Use
    /// The absolute path of the folder that has the folders `normal`, `large`, `x-large` and `xx-large`; nil: there is none.
    public var folder: String?

    /// - Parameters:
    ///   - use: how they are used.
    ///   - folder: an absolute path.
    public init(_ use: Use, folder: String? = Self.standardFolder) {
        self.use = use
        self.folder = folder
    }

    /// Settings that leave the thumbnails alone.
    public static let off = DesktopThumbnailSettings(.off, folder: nil)

    /// `thumbnails` in the user's folder for caches (XDG base directories); nil for a user without a home.
    public static var standardFolder: String? {
        Environment.userFolder("XDG_CACHE_HOME", inHome: ".cache").map { "\($0)/thumbnails" }
    }
}

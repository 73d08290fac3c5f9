internal import Platform

/// What is done with the thumbnails that the programs of a desktop share (Thumbnail Managing Standard 0.9 of freedesktop.org).
public struct DesktopThumbnailSettings: Hashable, Sendable {
    /// How they are used.
    public enum Use: String, Hashable, Sendable, CaseIterable {
        /// They are left alone.
        case off
        /// One that is right for a photo is shown, instead of decoding the photo.
        case read
        /// Besides, thumbnails that are made are written for other programs.
        case write
    }

    /// How they are used.
    public var use: Use
    /// Absolute; the folders `normal`, `large`, `x-large` and `xx-large` are in it. Nil: there is none.
    public var folder: String?

    /// - Parameters:
    ///   - use: how they are used.
    ///   - folder: absolute.
    public init(_ use: Use, folder: String? = Self.standardFolder) {
        self.use = use
        self.folder = folder
    }

    /// They are left alone.
    public static let off = DesktopThumbnailSettings(.off, folder: nil)

    /// `thumbnails` in the user's folder for caches (XDG base directories); nil for a user without a home.
    public static var standardFolder: String? {
        Environment.userFolder("XDG_CACHE_HOME", inHome: ".cache").map { "\($0)/thumbnails" }
    }
}

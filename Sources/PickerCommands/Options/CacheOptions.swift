internal import ArgumentParser
package import PickerHost

/// Which thumbnails are kept on the disk: options of the commands that show or make thumbnails.
package struct CacheOptions: ParsableArguments {
    @Option(
        name: .customLong("thumbnail-cache"),
        help: ArgumentHelp(
            "Bytes of thumbnails to keep on the disk for the next time; 0: none (default: 512 MiB).",
            valueName: "bytes"))
    var byteCount: Int64?

    @Option(
        name: .customLong("desktop-thumbnails"),
        help: ArgumentHelp(
            "Thumbnails that desktop programs share: leave them alone, show those that are right, or write new ones, too.",
            valueName: "off|read|write"))
    var desktopThumbnails: DesktopThumbnailUse?

    package init() {}

    package func validate() throws {
        guard (byteCount ?? 0) >= 0 else { throw ValidationError("--thumbnail-cache must be 0 or more") }
    }

    /// The settings of the cache; the command line overrides the configuration file.
    package func settings(_ settings: Settings) -> DiskCacheSettings {
        DiskCacheSettings(byteCount: byteCount ?? settings.thumbnailCacheBytes)
    }

    /// The settings for the desktop's thumbnails, from the same two sources.
    ///
    /// - Parameter standard: what applies if neither has a value.
    package func desktop(_ settings: Settings, standard: DesktopThumbnailUse) -> DesktopThumbnailSettings {
        DesktopThumbnailSettings((desktopThumbnails ?? settings.desktopThumbnails ?? standard).use)
    }
}

/// How the desktop's thumbnails are used, as a word of the command line and of the configuration file.
package enum DesktopThumbnailUse: String, WordOption {
    case off, read, write

    var use: DesktopThumbnailSettings.Use {
        switch self {
        case .off: .off
        case .read: .read
        case .write: .write
        }
    }

    /// All words, for messages.
    static var names: String { allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") }
}

/// Files beside a photo or a video that are no assets themselves, by the extension of their names.
package enum Sidecar: Sendable {
    /// `.AAE`: what was edited, as iPhones write it.
    case adjustments
    /// `.xmp`: date, place, rating and words, as RAW developers write them.
    case metadata
    /// `.json`: the same, as Google Takeout writes it.
    case takeout
    /// `.THM`: a preview, as cameras write it.
    case thumbnail
    /// `.LRV` and `.LRF`: the same video in small, as GoPro and DJI write it. A video like any other where it is alone.
    case proxy
    /// `.SRT`: where the drone was, or what is said.
    case subtitles

    /// In small letters, each with its dot.
    static let extensions: [(text: StaticString, kind: Sidecar)] = [
        (".aae", .adjustments), (".xmp", .metadata), (".json", .takeout), (".thm", .thumbnail), (".lrv", .proxy),
        (".lrf", .proxy), (".srt", .subtitles),
    ]

    /// Whether anything is read of it that an asset shows.
    package var isRead: Bool {
        switch self {
        case .adjustments, .metadata, .takeout: true
        case .thumbnail, .proxy, .subtitles: false
        }
    }
}

/// Files beside a photo or a video that are not assets themselves, by the extensions of their names.
package enum Sidecar: Sendable {
    /// `.AAE`: edits, as iPhones write them.
    case adjustments
    /// `.xmp`: date, location, rating and texts, as RAW developers write them.
    case metadata
    /// `.json`: the same, as Google Takeout writes it.
    case takeout
    /// `.THM`: a preview, as cameras write it.
    case thumbnail
    /// `.LRV` and `.LRF`: a small copy of the video, as GoPro and DJI write it. If there is no other file, it is an
    /// ordinary video.
    case proxy
    /// `.SRT`: the positions of a drone, or subtitles.
    case subtitles

    /// In lower case, each with its dot.
    static let extensions: [(text: StaticString, kind: Sidecar)] = [
        (".aae", .adjustments), (".xmp", .metadata), (".json", .takeout), (".thm", .thumbnail), (".lrv", .proxy),
        (".lrf", .proxy), (".srt", .subtitles),
    ]

    /// Whether something that an asset shows is read from it.
    package var isRead: Bool {
        switch self {
        case .adjustments, .metadata, .takeout: true
        case .thumbnail, .proxy, .subtitles: false
        }
    }
}

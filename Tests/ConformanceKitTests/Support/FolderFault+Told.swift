@testable import ConformanceKit

extension FolderFault {
    /// What records say of photos and videos that is not so.
    static let told = [
        FolderFault("ext-video-rate-of-fields", "video.streams"),
        FolderFault("ext-video-always-sounds", "video.streams"),
        FolderFault("ext-video-is-mute", "video.sound"),
        FolderFault("ext-video-is-slow-motion", "video.streams", "video.sound"),
        FolderFault("placeholder-of-before", "images.after-change"),
        FolderFault("files-lie-nowhere", "data.every-representation"),
        FolderFault("text-in-small-letters", "fetch.text"),
    ]
}

internal import Imaging
internal import PhotoModel
internal import VideoMedia

/// Whether every player can play the parts of a video: MP4 and QuickTime with H.264 of eight bits in 4:2:0, and AAC, MP3 or no sound.
struct Playability: Hashable {
    let hasPlayableContainer: Bool
    let hasPlayableVideo: Bool
    let hasPlayableSound: Bool

    /// Whether the file need not be converted.
    var isComplete: Bool { hasPlayableContainer && hasPlayableVideo && hasPlayableSound }

    init(_ description: VideoDescription) {
        hasPlayableContainer = [.mp4, .mov, .m4v].contains(description.format)
        hasPlayableVideo = description.video?.isPlayableVideo ?? false
        hasPlayableSound = description.audio.map { ["aac", "mp3"].contains($0.name) } ?? true
    }
}

extension CodecDescription {
    /// Baseline, Main and High of ITU-T H.264, annex A: the others have more bits, more chroma or slices that no player
    /// reads.
    private static let playableProfiles: Set<Int> = [66, 77, 100]

    var isPlayableVideo: Bool {
        guard name == "h264" else { return false }
        // The profile is the second byte of `avcC`; libavcodec has constraints in higher bits.
        if setup.count >= 4, setup[0] == 1 { return Self.playableProfiles.contains(Int(setup[1])) }
        return profile.map { Self.playableProfiles.contains($0 & 0xFF) } ?? false
    }
}

internal import Imaging
internal import PhotoModel

extension VideoFacts {
    /// What the headers of an open video say.
    init(_ file: VideoFile) {
        self.init()
        let description = file.description
        size = description.storedSize.map { description.orientation.apply(to: $0) }
        duration = description.duration
        framesPerSecond = description.framesPerSecond
        videoCodec = description.video?.identifier
        audioCodec = description.audio?.identifier
        hasAudio = audioCodec != nil
    }
}

extension ImageMetadata {
    /// What is recorded with as many frames a second, or more, is meant to be shown slowly.
    private static let highFrameRate = 100.0

    /// - Parameters:
    ///   - shown: frames in a second of playing; 0 when not known.
    ///   - captured: frames in a second of recording, as Android writes it.
    ///   - mode: how Apple's camera was set.
    ///   - playsAtFullRate: whether Apple's camera recorded many frames to show all of them.
    mutating func readSpeed(shown: Double, captured: Double?, mode: String?, playsAtFullRate: Bool) {
        let recorded = captured.flatMap { $0 > 0 ? $0 : nil } ?? shown
        let isShownFaster = shown > 0 && recorded * 2 <= shown
        let isShownSlower = shown > 0 && recorded >= shown * 2
        isTimelapse = isShownFaster || mode?.lowercased().contains("time-lapse") == true
        isHighFrameRate =
            !isTimelapse && !playsAtFullRate && (isShownSlower || max(recorded, shown) >= Self.highFrameRate)
    }
}

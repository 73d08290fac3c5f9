internal import Imaging
internal import PhotoModel

extension VideoFacts {
    /// The facts in the headers of an open video.
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
    /// A video that was recorded with at least this many frames a second is meant for slow motion.
    private static let highFrameRate = 100.0

    /// - Parameters:
    ///   - shown: frames per second when it is played; 0 if it is not known.
    ///   - captured: frames per second when it was recorded, as Android writes it.
    ///   - mode: the mode of Apple's camera.
    ///   - playsAtFullRate: whether Apple's camera recorded many frames in order to show all of them.
    mutating func readSpeed(shown: Double, captured: Double?, mode: String?, playsAtFullRate: Bool) {
        let recorded = captured.flatMap { $0 > 0 ? $0 : nil } ?? shown
        let isShownFaster = shown > 0 && recorded * 2 <= shown
        let isShownSlower = shown > 0 && recorded >= shown * 2
        isTimelapse = isShownFaster || mode?.lowercased().contains("time-lapse") == true
        isHighFrameRate =
            !isTimelapse && !playsAtFullRate && (isShownSlower || max(recorded, shown) >= Self.highFrameRate)
    }
}

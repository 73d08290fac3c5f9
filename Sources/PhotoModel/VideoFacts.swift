/// What the streams of a video are.
public struct VideoFacts: Hashable, Sendable {
    /// After rotation; 0 where there is no picture.
    public var pixelWidth = 0
    public var pixelHeight = 0
    /// Seconds; nil when not known.
    public var duration: Double?
    /// Mean over the video; nil when not known.
    public var framesPerSecond: Double?
    /// Names as in RFC 6381: `avc1.640028`. Nil where there is no such stream.
    public var videoCodec: String?
    public var audioCodec: String?
    public var hasAudio = false

    public init() {}
}

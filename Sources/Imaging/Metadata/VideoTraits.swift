public import Pixels

/// What a video says of itself.
public struct VideoTraits: Hashable, Sendable {
    /// Upright, in square pixels; nil when there is sound only.
    public var size: PixelSize?
    /// Seconds; nil when not known.
    public var duration: Double?
    /// Mean over the video; nil when not known.
    public var framesPerSecond: Double?
    /// Names as in RFC 6381: `avc1.640028`. Nil when there is no such stream.
    public var videoCodec: String?
    public var audioCodec: String?
    /// Whether it was recorded with more frames than a second shows, to be shown slowly.
    public var isHighFrameRate = false
    /// Whether it was recorded with fewer frames than it is shown with.
    public var isTimelapse = false

    public var hasAudio: Bool { audioCodec != nil }

    public init() {}
}

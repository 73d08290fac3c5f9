/// What the streams of a video are.
public struct VideoFacts: Hashable, Sendable {
    /// After rotation; 0 where there is no picture.
    public var pixelWidth = 0
    /// As `pixelWidth`.
    public var pixelHeight = 0
    /// Seconds; nil when not known.
    public var duration: Double?
    /// Mean over the video; nil when not known.
    public var framesPerSecond: Double?
    /// Names as in RFC 6381: `avc1.640028`. Nil where there is no such stream.
    public var videoCodec: String?
    /// The codec of the sound; nil when there is none or it is not known.
    public var audioCodec: String?
    /// Whether there is sound.
    public var hasAudio = false

    /// A video of which nothing is known.
    public init() {}

    /// After rotation, in square pixels; nil where there is no picture.
    public var size: PixelSize? {
        get { pixelWidth > 0 && pixelHeight > 0 ? PixelSize(width: pixelWidth, height: pixelHeight) : nil }
        set { (pixelWidth, pixelHeight) = (newValue?.width ?? 0, newValue?.height ?? 0) }
    }
}

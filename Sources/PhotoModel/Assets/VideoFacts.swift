/// What is known of the streams of a video.
public struct VideoFacts: Hashable, Sendable {
    /// The width after rotation; 0 when there is no video stream.
    public var pixelWidth = 0
    /// The height after rotation; 0 when there is no video stream.
    public var pixelHeight = 0
    /// The duration in seconds; nil when it is not known.
    public var duration: Double?
    /// The frame rate, as the mean over the video; nil when it is not known.
    public var framesPerSecond: Double?
    /// The codec of the video stream, named as in RFC 6381: `avc1.640028`. Nil when there is no such stream or it is not known.
    public var videoCodec: String?
    /// The codec of the sound; nil when there is none or it is not known.
    public var audioCodec: String?
    /// Whether there is sound.
    public var hasAudio = false

    /// Makes the facts of a video of which nothing is known.
    public init() {}

    /// The size after rotation, in square pixels; nil when there is no video stream.
    public var size: PixelSize? {
        get { pixelWidth > 0 && pixelHeight > 0 ? PixelSize(width: pixelWidth, height: pixelHeight) : nil }
        set { (pixelWidth, pixelHeight) = (newValue?.width ?? 0, newValue?.height ?? 0) }
    }
}

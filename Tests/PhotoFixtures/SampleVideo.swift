import Imaging
public import PhotoModel

/// Videos that tests make: each frame is a JPEG, so that no encoder is needed.
public struct SampleVideo: Sendable {
    /// One file of JPEG each, all of one size.
    public var frames: [[UInt8]]
    public var size: PixelSize
    public var framesPerSecond = 10
    /// Degrees clockwise by which players turn the image: 0, 90, 180 or 270.
    public var rotation = 0
    /// QuickTime's metadata, by key.
    public var keys: [String: String] = [:]
    /// The document in XML that Sony's cameras write; MP4 without keys only.
    public var document = ""
    /// A packet of XMP; MP4 only.
    public var xmp = ""
    /// Whether that is in QuickTime's user data, and not in a box of Adobe's.
    public var hasXMPInUserData = false
    /// Seconds since 1904, in UTC; 0 where there is no clock.
    public var creationTime: UInt32 = 0
    /// Whether the file says that its frames are encrypted.
    public var isEncrypted = false
    /// The width of a pixel, in hundredths of its height; MP4 only.
    public var pixelAspect = 100
    /// The text of the chunk for the date, in whatever form; AVI only.
    public var date = ""
    /// The title, in whatever encoding; AVI only.
    public var title: [UInt8] = []
    /// Whether a tone is heard, in samples of eight bits, 8000 a second; AVI only.
    public var hasSound = false

    /// - Parameter frames: all of one size.
    public init(frames: [[UInt8]], size: PixelSize) {
        self.frames = frames
        self.size = size
    }

    /// Two seconds of four flat quarters, the colours of `SamplePhoto`.
    public static func quarters(_ width: Int = 64, _ height: Int = 48) throws -> SampleVideo {
        let frame = try SamplePhoto.jpeg(width, height)
        return SampleVideo(
            frames: Array(repeating: frame, count: 20), size: PixelSize(width: width, height: height))
    }

    /// A frame of one colour.
    public static func flat(_ color: [UInt8], _ width: Int = 64, _ height: Int = 48) throws -> [UInt8] {
        let buffer = try PixelBuffer(size: PixelSize(width: width, height: height), format: .rgb8)
        defer { withExtendedLifetime(buffer) {} }
        let plane = buffer.planes[0]
        for y in 0..<height {
            for place in 0..<width * 3 { plane.base[y * plane.stride + place] = color[place % 3] }
        }
        return try JPEGEncoder(quality: 90).encode(buffer)
    }

    /// The length in ticks of a thousandth of a second.
    var milliseconds: UInt32 { UInt32(frames.count * 1000 / framesPerSecond) }
}

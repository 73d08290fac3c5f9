/// What is special about an asset. Raw values are those of the backend ABI.
public struct MediaSubtypes: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt32
    /// A set of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A panorama.
    public static let panorama = MediaSubtypes(rawValue: 0x1)
    /// Made of several exposures.
    public static let hdr = MediaSubtypes(rawValue: 0x2)
    /// A screenshot.
    public static let screenshot = MediaSubtypes(rawValue: 0x4)
    /// A photo with a short video.
    public static let livePhoto = MediaSubtypes(rawValue: 0x8)
    /// Has a depth map.
    public static let depth = MediaSubtypes(rawValue: 0x10)
    /// One of a burst of photos.
    public static let burst = MediaSubtypes(rawValue: 0x20)
    /// Has a file with the raw samples of the sensor.
    public static let raw = MediaSubtypes(rawValue: 0x40)
    /// An animated image.
    public static let animated = MediaSubtypes(rawValue: 0x80)
    /// One of a burst for which another photo of it stands.
    public static let stacked = MediaSubtypes(rawValue: 0x100)
    /// A video that is delivered over a network.
    public static let streamed = MediaSubtypes(rawValue: 0x10000)
    /// A video for slow motion, with many frames a second.
    public static let highFrameRate = MediaSubtypes(rawValue: 0x20000)
    /// A time-lapse video, taken with few frames a minute.
    public static let timelapse = MediaSubtypes(rawValue: 0x40000)

    private static let names: [(MediaSubtypes, String)] = [
        (.panorama, "panorama"), (.hdr, "hdr"), (.screenshot, "screenshot"), (.livePhoto, "livePhoto"),
        (.depth, "depth"), (.burst, "burst"), (.raw, "raw"), (.animated, "animated"), (.stacked, "stacked"),
        (.streamed, "streamed"), (.highFrameRate, "highFrameRate"), (.timelapse, "timelapse"),
    ]

    /// The names in JSON, in a fixed order; bits that have no name are left out.
    public var names: [String] { Self.names.filter { contains($0.0) }.map(\.1) }
}

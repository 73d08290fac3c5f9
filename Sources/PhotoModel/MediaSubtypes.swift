/// What is special about an asset. Raw values are those of the backend ABI.
public struct MediaSubtypes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let panorama = MediaSubtypes(rawValue: 0x1)
    public static let hdr = MediaSubtypes(rawValue: 0x2)
    public static let screenshot = MediaSubtypes(rawValue: 0x4)
    public static let livePhoto = MediaSubtypes(rawValue: 0x8)
    public static let depth = MediaSubtypes(rawValue: 0x10)
    public static let burst = MediaSubtypes(rawValue: 0x20)
    public static let raw = MediaSubtypes(rawValue: 0x40)
    public static let streamed = MediaSubtypes(rawValue: 0x10000)
    public static let highFrameRate = MediaSubtypes(rawValue: 0x20000)
    public static let timelapse = MediaSubtypes(rawValue: 0x40000)

    private static let names: [(MediaSubtypes, String)] = [
        (.panorama, "panorama"), (.hdr, "hdr"), (.screenshot, "screenshot"), (.livePhoto, "livePhoto"),
        (.depth, "depth"), (.burst, "burst"), (.raw, "raw"), (.streamed, "streamed"),
        (.highFrameRate, "highFrameRate"), (.timelapse, "timelapse"),
    ]

    /// The names in JSON, in a fixed order; bits that have no name are left out.
    public var names: [String] { Self.names.filter { contains($0.0) }.map(\.1) }
}

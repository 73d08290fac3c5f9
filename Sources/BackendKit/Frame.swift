public import Pixels

/// An image on its way to the host.
public struct Frame: Sendable {
    /// Upright pixels; not written any more.
    public var pixels: PixelBuffer
    /// A better frame of this request could exist.
    public var isDegraded: Bool
    /// No frame follows.
    public var isFinal: Bool
    /// A part of the picture is missing, because the file is cut off or damaged.
    public var isIncomplete: Bool

    public init(pixels: PixelBuffer, isDegraded: Bool = false, isFinal: Bool = true, isIncomplete: Bool = false) {
        self.pixels = pixels
        self.isDegraded = isDegraded
        self.isFinal = isFinal
        self.isIncomplete = isIncomplete
    }
}

/// Formats that the host takes, so that a backend can hand over what it has.
public struct FrameFormats: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let gray8 = FrameFormats(rawValue: 1 << 1)
    public static let rgb8 = FrameFormats(rawValue: 1 << 2)
    public static let rgba8 = FrameFormats(rawValue: 1 << 3)
    public static let ycbcr8 = FrameFormats(rawValue: 1 << 4)

    public func contains(_ format: PixelFormat) -> Bool {
        let bit: FrameFormats =
            switch format {
            case .gray8: .gray8
            case .rgb8: .rgb8
            case .rgba8: .rgba8
            case .ycbcr8: .ycbcr8
            }
        return isSuperset(of: bit)
    }
}

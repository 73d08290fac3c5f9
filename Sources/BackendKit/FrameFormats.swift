public import PhotoModel

/// Formats that the host takes, so that a backend can hand over what it has.
public struct FrameFormats: OptionSet, Sendable {
    /// The bits of the set, as in the ABI.
    public let rawValue: UInt32
    /// A set of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// `PixelFormat.gray8`
    public static let gray8 = FrameFormats(rawValue: 1 << 1)
    /// `PixelFormat.rgb8`
    public static let rgb8 = FrameFormats(rawValue: 1 << 2)
    /// `PixelFormat.rgba8`
    public static let rgba8 = FrameFormats(rawValue: 1 << 3)
    /// `PixelFormat.ycbcr8` of any subsampling
    public static let ycbcr8 = FrameFormats(rawValue: 1 << 4)
    /// `ImageFile`
    public static let imageFile = FrameFormats(rawValue: 1 << 5)

    /// Whether the host takes frames of this format.
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

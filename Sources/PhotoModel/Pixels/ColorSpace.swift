/// What the sample values of an image mean.
public enum ColorSpace: Hashable, Sendable {
    /// IEC 61966-2-1. Also what an image without any description is taken for.
    case sRGB
    /// Display P3 primaries with the sRGB curve.
    case displayP3
    /// An ICC profile, as its bytes.
    case icc([UInt8])
}

/// What the sample values of an image mean.
public enum ColorSpace: Hashable, Sendable {
    /// sRGB (IEC 61966-2-1). Images that do not describe their colours are taken as sRGB.
    case sRGB
    /// Display P3 primaries with the sRGB curve.
    case displayP3
    /// An ICC profile, as its bytes.
    case icc([UInt8])
}

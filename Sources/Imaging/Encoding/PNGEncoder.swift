public import Pixels

/// Writes PNG files.
public struct PNGEncoder: Sendable {
    public init() {}

    public func encode(_ buffer: PixelBuffer) throws(ImagingError) -> [UInt8] { throw .unsupportedFormat("PNG") }
}

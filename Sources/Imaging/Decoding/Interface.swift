public import Pixels

// Signatures whose bodies follow in the next commits.
extension ImageDecoder {
    public func metadata(of source: ImageSource) throws(ImagingError) -> ImageMetadata {
        throw .unsupportedFormat("metadata")
    }
    public func embeddedThumbnail(of source: ImageSource) throws(ImagingError) -> PixelBuffer? { nil }
    public func render(
        _ source: ImageSource, _ request: RenderRequest, isCancelled: () -> Bool = { false }
    ) throws(ImagingError) -> PixelBuffer {
        throw .unsupportedFormat("rendering")
    }
}

public struct ImageScaler {
    public static func scale(_ buffer: PixelBuffer, _ request: RenderRequest) throws(ImagingError) -> PixelBuffer {
        throw .unsupportedFormat("scaling")
    }
}

extension PixelBuffer {
    public func converted(to format: PixelFormat) throws(ImagingError) -> PixelBuffer {
        throw .unsupportedFormat("conversion")
    }
}

public struct JPEGEncoder: Sendable {
    public var quality: Int
    public init(quality: Int = 80) { self.quality = quality }
    public func encode(_ buffer: PixelBuffer) throws(ImagingError) -> [UInt8] { throw .unsupportedFormat("JPEG") }
}

public struct PNGEncoder: Sendable {
    public init() {}
    public func encode(_ buffer: PixelBuffer) throws(ImagingError) -> [UInt8] { throw .unsupportedFormat("PNG") }
}

public import PhotoModel

/// The properties of an image that are known before any pixel is decoded.
public struct ImageHeader: Hashable, Sendable {
    public let format: MediaFormat
    /// Width and height as stored.
    public let storedSize: PixelSize
    public let orientation: Orientation
    public let hasAlpha: Bool
    /// Progressive JPEG or interlaced PNG: the first rows are not complete before the last bytes.
    public let isProgressive: Bool
    /// 1 for gray and palettes, 2 for gray with alpha, 3 for colour, 4 for colour with alpha and for CMYK.
    public let colorComponents: Int
    /// 1 to 16.
    public let bitsPerComponent: Int
    public let hasColorProfile: Bool

    package init(
        format: MediaFormat, storedSize: PixelSize, orientation: Orientation, hasAlpha: Bool, isProgressive: Bool,
        colorComponents: Int, bitsPerComponent: Int, hasColorProfile: Bool
    ) {
        self.format = format
        self.storedSize = storedSize
        self.orientation = orientation
        self.hasAlpha = hasAlpha
        self.isProgressive = isProgressive
        self.colorComponents = colorComponents
        self.bitsPerComponent = bitsPerComponent
        self.hasColorProfile = hasColorProfile
    }

    /// The header of the same image with another orientation than that in its file.
    package func turned(_ orientation: Orientation) -> ImageHeader {
        ImageHeader(
            format: format, storedSize: storedSize, orientation: orientation, hasAlpha: hasAlpha,
            isProgressive: isProgressive, colorComponents: colorComponents, bitsPerComponent: bitsPerComponent,
            hasColorProfile: hasColorProfile)
    }

    /// Width and height of the upright image.
    public var orientedSize: PixelSize { orientation.apply(to: storedSize) }
}

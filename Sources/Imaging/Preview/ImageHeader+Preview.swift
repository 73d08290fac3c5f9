package import Pixels

extension ImageHeader {
    /// The header of an image that is shown by its preview.
    package static func previewed(
        _ format: MediaFormat, storedSize: PixelSize, orientation: Orientation
    ) -> ImageHeader {
        ImageHeader(
            format: format, storedSize: storedSize, orientation: orientation, hasAlpha: false, isProgressive: false,
            colorComponents: 3, bitsPerComponent: 8, hasColorProfile: false)
    }
}

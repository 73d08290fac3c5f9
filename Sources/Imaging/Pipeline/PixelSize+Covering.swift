package import PhotoModel

extension PixelSize {
    /// How much smaller an image may be that stands for another one of about its size, in percent of the image: enlarged by so
    /// much, few see a difference.
    private static let tolerance = 15

    /// Whether neither side is smaller than that of `other`.
    package func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }

    /// The same for an image that is shown instead of one of about that size, and may be enlarged a little.
    package func nearlyCovers(_ other: PixelSize) -> Bool {
        width * (100 + Self.tolerance) >= other.width * 100 && height * (100 + Self.tolerance) >= other.height * 100
    }
}

package import PhotoModel

extension PixelSize {
    /// By how many percent an image may be enlarged when it is shown instead of one of about its size: few people see a
    /// difference.
    private static let tolerance = 15

    /// Whether neither side is shorter than that of `other`.
    package func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }

    /// Whether an image of this size can be shown instead of one of the size `other`, enlarged a little if need be.
    package func nearlyCovers(_ other: PixelSize) -> Bool {
        width * (100 + Self.tolerance) >= other.width * 100 && height * (100 + Self.tolerance) >= other.height * 100
    }
}

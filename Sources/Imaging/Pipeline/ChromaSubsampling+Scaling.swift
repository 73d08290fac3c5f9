internal import PhotoModel

extension ChromaSubsampling {
    /// Images whose sides are all shorter than this, in pixels, keep full chroma: users see every pixel of such an image, so
    /// subsampling would be visible.
    private static let smallSide = 512

    /// The subsampling for images that were scaled to a size.
    static func scaled(to size: PixelSize) -> ChromaSubsampling {
        max(size.width, size.height) < smallSide ? .yuv444 : .yuv420
    }
}

internal import PhotoModel

extension ChromaSubsampling {
    /// Images with no side as long as this keep every sample of colour: where each pixel is seen, half of them would show.
    private static let smallSide = 512

    /// What images have that were scaled to a size.
    static func scaled(to size: PixelSize) -> ChromaSubsampling {
        max(size.width, size.height) < smallSide ? .yuv444 : .yuv420
    }
}

internal import Imaging
internal import PhotoModel

/// What one input may cost: small, so that thousands of them can be tried.
enum FuzzLimits {
    static let thumbnails = ImageLimits(maxPixels: 4_000_000, maxFileBytes: 1 << 20, maxMemoryBytes: 64 << 20)
    /// Without scaling, as much work is done in fewer pixels.
    static let fullSize = ImageLimits(maxPixels: 1 << 16, maxFileBytes: 1 << 20, maxMemoryBytes: 16 << 20)
    static let box = PixelSize(width: 64, height: 64)
    /// When a rendering is cancelled.
    static let patience = Duration.seconds(2)
}

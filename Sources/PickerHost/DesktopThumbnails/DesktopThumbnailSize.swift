internal import PhotoModel

/// The sizes that thumbnails of the desktop have: the whole photo, scaled down into a square.
enum DesktopThumbnailSize: Int, CaseIterable, Sendable {
    case normal = 128
    case large = 256
    case extraLarge = 512
    case extraExtraLarge = 1024

    /// Of the square, in pixels.
    var side: Int { rawValue }

    /// The name of its folder.
    var folder: String {
        switch self {
        case .normal: "normal"
        case .large: "large"
        case .extraLarge: "x-large"
        case .extraExtraLarge: "xx-large"
        }
    }

    /// The largest file of this size that is read: four bytes for each pixel, and a half more for what compresses badly.
    var largestFile: Int { side * side * 6 + (64 << 10) }

    /// The largest of which an image has all pixels; the smallest for a photo that is smaller itself.
    static func largest(for image: PixelSize, of photo: PixelSize) -> DesktopThumbnailSize? {
        let side = max(image.width, image.height)
        if let size = allCases.last(where: { $0.side <= side }) { return size }
        return image == photo ? .normal : nil
    }
}

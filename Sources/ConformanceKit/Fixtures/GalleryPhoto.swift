internal import Pixels

/// A picture of the kit's library, and what a backend must make of it.
struct GalleryPhoto: Codable, Equatable, Sendable {
    /// From the library's root.
    var path: BytePath
    var format: PhotoFormat
    /// As a person sees it.
    var width: Int
    var height: Int
    /// Top left, top right, bottom left, bottom right, as a person sees it.
    var quarters: [[Int]]
    var orientation: Int
    var byteSize: Int

    var size: PixelSize { PixelSize(width: width, height: height) }
}

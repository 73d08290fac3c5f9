internal import Pixels

/// A picture of the kit's library, and what a backend must make of it.
struct GalleryPhoto: Sendable {
    /// From the library's root.
    let path: BytePath
    let format: PhotoFormat
    let painting: Painting
    /// Seconds since 1970, when the file was last modified.
    let date: Int

    /// As a person sees it.
    var size: PixelSize { painting.uprightSize }
    var width: Int { size.width }
    var height: Int { size.height }
    /// Top left, top right, bottom left, bottom right, as a person sees it.
    var quarters: [[Int]] { painting.uprightColors }
}

package import Imaging
package import PhotoModel
package import Platform

/// An asset's current image, complete and rendered small.
package struct RenderedThumbnail: Sendable {
    /// Lengths, in pixels, of the longer side of thumbnails that preview hashes are made from. A smaller one has too
    /// few pixels to average; a larger one takes too much memory while it waits.
    package static let sides = 64...512

    package let origin: ThumbnailOrigin
    package let pixels: PixelBuffer

    package init(of origin: ThumbnailOrigin, pixels: PixelBuffer) {
        (self.origin, self.pixels) = (origin, pixels)
    }

    /// Whether its size is suitable for a preview hash.
    var isOfUse: Bool { Self.sides.contains(max(pixels.size.width, pixels.size.height)) }
}

/// The file that a thumbnail was rendered from.
package struct ThumbnailOrigin: Hashable, Sendable {
    /// The local identifier of the asset that it belongs to.
    package let asset: String
    /// The file's name in the asset's folder.
    package let filename: [UInt8]
    /// The file's status. It was the same before and after the file was read.
    package let status: FileStatus
    /// How the stored image is oriented: as a sidecar says, or else as the file says.
    package let turned: Orientation?

    package init(asset: String, filename: [UInt8], status: FileStatus, turned: Orientation? = nil) {
        (self.asset, self.filename, self.status, self.turned) = (asset, filename, status, turned)
    }
}

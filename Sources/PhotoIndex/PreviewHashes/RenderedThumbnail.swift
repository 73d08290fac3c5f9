package import Imaging
package import PhotoModel
package import Platform

/// The whole of an asset's current image, rendered small.
package struct RenderedThumbnail: Sendable {
    /// Sides of thumbnails that preview hashes are made of, in pixels: of fewer, cells are no means; of more, keeping
    /// the thumbnail until its turn comes costs too much.
    package static let sides = 64...512

    package let origin: ThumbnailOrigin
    package let pixels: PixelBuffer

    package init(of origin: ThumbnailOrigin, pixels: PixelBuffer) {
        (self.origin, self.pixels) = (origin, pixels)
    }

    /// Whether its longer side is neither too short nor too long for a preview hash.
    var isOfUse: Bool { Self.sides.contains(max(pixels.size.width, pixels.size.height)) }
}

/// The file that a thumbnail was rendered from.
package struct ThumbnailOrigin: Hashable, Sendable {
    /// The local identifier of the asset that it belongs to.
    package let asset: String
    /// The file's name in the asset's folder.
    package let filename: [UInt8]
    /// Its status, which was the same before and after it was read.
    package let status: FileStatus
    /// How its image is stored, where a sidecar says so and the file otherwise.
    package let turned: Orientation?

    package init(asset: String, filename: [UInt8], status: FileStatus, turned: Orientation? = nil) {
        (self.asset, self.filename, self.status, self.turned) = (asset, filename, status, turned)
    }
}

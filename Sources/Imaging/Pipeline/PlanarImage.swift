internal import PhotoModel

/// Samples as a decoder left them: one plane for each component. A plane may be smaller than the image, and may have more
/// samples in memory than are valid.
struct PlanarImage {
    /// What the planes contain.
    enum Model {
        case gray
        case ycbcr
        case rgb
        /// Colours are multiplied by alpha, so that scaling mixes in no colour from transparent pixels.
        case premultipliedRGBA
    }

    struct Plane {
        let owner: PixelBuffer
        let base: UnsafeMutablePointer<UInt8>
        let stride: Int
        /// The size of the part with valid samples.
        let size: PixelSize
        /// Samples for one pixel of the full-size image.
        let scaleX: Double
        let scaleY: Double
    }

    /// The size of the full-size image, as stored.
    let size: PixelSize
    let model: Model
    let planes: [Plane]
    var colorSpace: ColorSpace

    /// The chroma subsampling of the planes; nil if its factors are not 1, 2 or 4, or if the planes are not YCbCr.
    var subsampling: ChromaSubsampling? {
        guard model == .ycbcr, planes[1].scaleX == planes[2].scaleX, planes[1].scaleY == planes[2].scaleY,
            let horizontal = Self.shift(planes[0].scaleX / planes[1].scaleX),
            let vertical = Self.shift(planes[0].scaleY / planes[1].scaleY)
        else { return nil }
        return ChromaSubsampling(horizontalShift: horizontal, verticalShift: vertical)
    }

    private static func shift(_ ratio: Double) -> Int? {
        switch ratio {
        case 1: 0
        case 2: 1
        case 4: 2
        default: nil
        }
    }
}

internal import PhotoModel

/// Samples as a decoder left them: one plane for each component, which may be smaller than the image, and
/// larger than what is valid in them.
struct PlanarImage {
    /// What the planes are.
    enum Model {
        case gray
        case ycbcr
        case rgb
        /// Colours are multiplied by alpha, so that scaling mixes no colour out of transparent pixels.
        case premultipliedRGBA
    }

    struct Plane {
        let owner: PixelBuffer
        let base: UnsafeMutablePointer<UInt8>
        let stride: Int
        /// The valid samples.
        let size: PixelSize
        /// Samples for one pixel of the full-size image.
        let scaleX: Double
        let scaleY: Double
    }

    /// The full-size image, as stored.
    let size: PixelSize
    let model: Model
    let planes: [Plane]
    var colorSpace: ColorSpace

    /// The subsampling that the planes already have, when powers of two describe it.
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

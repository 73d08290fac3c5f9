package import PhotoModel

/// The planes of an image as its decoder returned them.
package final class DecodedImage: @unchecked Sendable {  // Unchecked: the planes are not written to.
    package struct Plane {
        package let base: UnsafeRawPointer
        /// Bytes from one row to the next.
        package let stride: Int
        package let size: PixelSize

        package init(base: UnsafeRawPointer, stride: Int, size: PixelSize) {
            self.base = base
            self.stride = stride
            self.size = size
        }
    }

    /// The kind of the planes.
    package enum Model: Hashable, Sendable {
        case gray
        /// Luma and the two differences, with the range and the matrix of `codePoints`.
        case ycbcr(ChromaSubsampling)
        /// Red, green and blue, full range, for decoders that convert by themselves.
        case rgb
    }

    package let size: PixelSize
    package let model: Model
    /// Bits of a sample, 8…16. Samples of more than eight bits take two bytes, in the byte order of the machine.
    package let depth: Int
    package let planes: [Plane]
    /// The code points that the decoder reports; nil if there are none.
    package let codePoints: CodePoints?
    private let release: @Sendable () -> Void

    /// - Parameter release: called once, when the planes are no longer needed.
    package init(
        size: PixelSize, model: Model, depth: Int, planes: [Plane], codePoints: CodePoints?,
        release: @escaping @Sendable () -> Void
    ) {
        self.size = size
        self.model = model
        self.depth = depth
        self.planes = planes
        self.codePoints = codePoints
        self.release = release
    }

    deinit { release() }
}

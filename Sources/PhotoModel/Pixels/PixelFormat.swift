/// How the samples of an image are arranged in memory. Every sample has eight bits.
public enum PixelFormat: Hashable, Sendable {
    /// One plane of luma, full range.
    case gray8
    /// One plane of interleaved red, green, blue.
    case rgb8
    /// One plane of interleaved red, green, blue and straight (not premultiplied) alpha.
    case rgba8
    /// Three planes: Y, Cb, Cr; full range, BT.601 matrix (JFIF), chroma samples centred.
    case ycbcr8(ChromaSubsampling)

    /// The number of planes: 1, or 3 for Y, Cb, Cr.
    public var planeCount: Int {
        if case .ycbcr8 = self { 3 } else { 1 }
    }

    /// Bytes of one pixel inside a row of the first plane.
    public var bytesPerPixel: Int {
        switch self {
        case .gray8, .ycbcr8: 1
        case .rgb8: 3
        case .rgba8: 4
        }
    }

    /// Width and height of one plane of an image of `size`, in samples (rounded up for subsampled chroma).
    public func planeSize(_ plane: Int, of size: PixelSize) -> PixelSize {
        guard case .ycbcr8(let subsampling) = self, plane > 0 else { return size }
        return subsampling.chromaSize(of: size)
    }
}

/// How much smaller the chroma planes are than the luma plane, as powers of two.
///
/// 4:4:4 is (0, 0), 4:2:2 is (1, 0), 4:2:0 is (1, 1), 4:4:0 is (0, 1), 4:1:1 is (2, 0).
public struct ChromaSubsampling: Hashable, Sendable {
    /// log2 of the horizontal factor, 0…2.
    public let horizontalShift: Int
    /// log2 of the vertical factor, 0…2.
    public let verticalShift: Int

    /// - Parameters:
    ///   - horizontalShift: log2 of the horizontal factor, 0…2.
    ///   - verticalShift: log2 of the vertical factor, 0…2.
    public init(horizontalShift: Int, verticalShift: Int) {
        self.horizontalShift = horizontalShift
        self.verticalShift = verticalShift
    }

    /// Chroma of full size.
    public static let yuv444 = ChromaSubsampling(horizontalShift: 0, verticalShift: 0)
    /// Chroma of half the width.
    public static let yuv422 = ChromaSubsampling(horizontalShift: 1, verticalShift: 0)
    /// Chroma of half the width and half the height.
    public static let yuv420 = ChromaSubsampling(horizontalShift: 1, verticalShift: 1)
    /// Chroma of half the height.
    public static let yuv440 = ChromaSubsampling(horizontalShift: 0, verticalShift: 1)
    /// Chroma of a quarter of the width.
    public static let yuv411 = ChromaSubsampling(horizontalShift: 2, verticalShift: 0)

    /// The same subsampling with width and height swapped.
    public var transposed: ChromaSubsampling {
        ChromaSubsampling(horizontalShift: verticalShift, verticalShift: horizontalShift)
    }

    /// The size of a chroma plane of an image of `size`; it is empty only if the image is.
    public func chromaSize(of size: PixelSize) -> PixelSize {
        PixelSize(
            width: (size.width + (1 << horizontalShift) - 1) >> horizontalShift,
            height: (size.height + (1 << verticalShift) - 1) >> verticalShift
        )
    }
}

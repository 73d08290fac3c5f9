/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable {
    /// The width in pixels, at least 0.
    public var width: Int
    /// The height in pixels, at least 0.
    public var height: Int

    /// - Parameters:
    ///   - width: pixels.
    ///   - height: pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Whether it contains no pixel.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The longest side of an asset or a file that counts as known (docs/abi.md, R14.13), in pixels: far above what any image has, and low
    /// enough that no product of two overflows.
    package static let longestSide = 1 << 24

    /// Whether no side is longer than `longestSide`.
    package var isPossible: Bool { width <= Self.longestSide && height <= Self.longestSide }

    /// The number of pixels, which saturates instead of overflowing.
    public var pixelCount: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// The same size with width and height swapped.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
    /// `640x480`
    public var description: String { "\(width)x\(height)" }
}

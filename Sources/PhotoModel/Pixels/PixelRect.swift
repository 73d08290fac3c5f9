/// A rectangle in pixels; the origin is the top left corner.
public struct PixelRect: Hashable, Sendable {
    /// Pixels from the left edge.
    public var x: Int
    /// Pixels from the top edge.
    public var y: Int
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// - Parameters:
    ///   - x: pixels from the left edge.
    ///   - y: pixels from the top edge.
    ///   - width: pixels.
    ///   - height: pixels.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle that covers an image of `size`.
    public init(covering size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// Its width and height.
    public var size: PixelSize { PixelSize(width: width, height: height) }
    /// Whether it contains no pixel.
    public var isEmpty: Bool { size.isEmpty }

    /// Whether every pixel of the rectangle is inside an image of `size`. Safe for any values, however large.
    public func isContained(in size: PixelSize) -> Bool {
        x >= 0 && y >= 0 && width > 0 && height > 0
            && x <= size.width && y <= size.height
            && width <= size.width - x && height <= size.height - y
    }
}

extension PixelRect: CustomStringConvertible {
    /// `WIDTHxHEIGHT+X+Y`
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}

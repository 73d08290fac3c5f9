/// A rectangle in pixels; the origin is the top left corner.
public struct PixelRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

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

    public var size: PixelSize { PixelSize(width: width, height: height) }
    public var isEmpty: Bool { size.isEmpty }

    /// Whether every pixel of the rectangle lies inside an image of `size`. Safe for any values, however large.
    public func lies(inside size: PixelSize) -> Bool {
        x >= 0 && y >= 0 && width > 0 && height > 0
            && x <= size.width && y <= size.height
            && width <= size.width - x && height <= size.height - y
    }
}

extension PixelRect: CustomStringConvertible {
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}

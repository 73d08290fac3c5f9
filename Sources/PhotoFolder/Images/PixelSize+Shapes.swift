internal import PhotoModel

extension PixelSize {
    /// The size inside a square of `side`, never enlarged. Rounded as `RenderGeometry` rounds.
    func shrunk(toSide side: Int) -> PixelSize {
        let longest = max(width, height)
        guard longest > side else { return self }
        return PixelSize(
            width: Self.scaled(width, by: side, over: longest), height: Self.scaled(height, by: side, over: longest))
    }

    /// The largest size of the shape of `target` inside this one.
    func cut(toShapeOf target: PixelSize) -> PixelSize {
        if target.width * height <= target.height * width {
            let cutWidth = Self.scaled(height, by: target.width, over: target.height)
            return PixelSize(width: min(width, cutWidth), height: height)
        }
        let cutHeight = Self.scaled(width, by: target.height, over: target.width)
        return PixelSize(width: width, height: min(height, cutHeight))
    }

    /// The same shape, its longer side `side`.
    func scaled(toSide side: Int) -> PixelSize {
        let longest = max(width, height)
        return PixelSize(
            width: Self.scaled(width, by: side, over: longest), height: Self.scaled(height, by: side, over: longest))
    }

    private static func scaled(_ length: Int, by numerator: Int, over denominator: Int) -> Int {
        max(1, (2 * length * numerator + denominator) / (2 * denominator))
    }
}

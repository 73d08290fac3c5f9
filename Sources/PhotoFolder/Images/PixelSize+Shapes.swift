internal import PhotoModel

extension PixelSize {
    /// The size inside a square of `side`, never enlarged.
    func shrunk(toSide side: Int) -> PixelSize {
        fitted(into: PixelSize(width: side, height: side), enlarges: false)
    }

    /// The same shape, its longer side `side`.
    func scaled(toSide side: Int) -> PixelSize {
        fitted(into: PixelSize(width: side, height: side), enlarges: true)
    }

    /// The largest size of the shape of `target` inside this one.
    func cut(toShapeOf target: PixelSize) -> PixelSize { PixelRect(covering: self).cut(toShapeOf: target).size }
}

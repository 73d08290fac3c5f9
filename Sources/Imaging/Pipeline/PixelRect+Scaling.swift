internal import PhotoModel

extension PixelRect {
    /// The same part of the image at another size; at least one pixel.
    func scaled(from: PixelSize, to: PixelSize) -> PixelRect {
        let columns = Self.scaled(x..<x + width, from: from.width, to: to.width)
        let rows = Self.scaled(y..<y + height, from: from.height, to: to.height)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    private static func scaled(_ range: Range<Int>, from: Int, to: Int) -> Range<Int> {
        // Both sizes may be those of hostile headers, which were not checked against any limit: their product may be no `Int`.
        let position = { (value: Int) in
            Int((2 * Int128(value) * Int128(to) + Int128(from)) / (2 * Int128(from)))
        }
        let start = min(position(range.lowerBound), to - 1)
        return start..<max(start + 1, min(position(range.upperBound), to))
    }
}

// How images are fitted into a box. Sizes are rounded to the nearest pixel, halves up, and are at least one pixel.

extension PixelSize {
    /// The size of the whole image inside `box`: one side is exactly the box's.
    ///
    /// - Parameters:
    ///   - box: its sides are at most 2^20 pixels.
    ///   - enlarges: whether an image that is smaller than the box is enlarged; otherwise it keeps its size.
    public func fitted(into box: PixelSize, enlarges: Bool) -> PixelSize {
        if !enlarges, width <= box.width, height <= box.height { return self }
        if box.width * height <= box.height * width {
            return PixelSize(width: box.width, height: scaled(height, by: box.width, over: width))
        }
        return PixelSize(width: scaled(width, by: box.height, over: height), height: box.height)
    }
}

extension PixelRect {
    /// The largest part around the centre that has the aspect ratio of `box`. If it cannot be exactly central, it is half a
    /// pixel towards the top left.
    ///
    /// - Parameter box: its sides are at most 2^20 pixels.
    public func cut(toShapeOf box: PixelSize) -> PixelRect {
        var cut = self
        if box.width * height <= box.height * width {
            cut.width = min(width, scaled(height, by: box.width, over: box.height))
            cut.x += (width - cut.width) / 2
        } else {
            cut.height = min(height, scaled(width, by: box.height, over: box.width))
            cut.y += (height - cut.height) / 2
        }
        return cut
    }
}

/// `length * numerator / denominator`, rounded to the nearest, at least one.
private func scaled(_ length: Int, by numerator: Int, over denominator: Int) -> Int {
    max(1, (2 * length * numerator + denominator) / (2 * denominator))
}

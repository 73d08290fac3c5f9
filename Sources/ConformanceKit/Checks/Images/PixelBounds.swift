/// What a pixel of a mosaic may be: its brightness as `Mosaic.light` measures it, and how much redder and bluer than bright it is.
struct PixelBounds {
    struct Bounds {
        var lowest = Int.min
        var highest = Int.max
    }

    var light = Bounds()
    var red = Bounds()
    var blue = Bounds()
}

extension PixelBounds.Bounds {
    init(around value: Int, _ slack: Int) { (lowest, highest) = (value - slack, value + slack) }
}

extension FramePixels {
    /// The first pixel of a row that is not within the bounds of its column, and its red, green and blue.
    ///
    /// Kept to what is quick without optimisation, too: the kit's tests look at hundreds of millions of pixels.
    func firstPixel(ofRow y: Int, outside bounds: [PixelBounds]) -> (x: Int, color: [Int])? {
        samples.withUnsafeBufferPointer { samples in
            bounds.withUnsafeBufferPointer { bounds in
                guard let row = samples.baseAddress.map({ $0 + y * width * 3 }), let bounds = bounds.baseAddress
                else { return nil }
                for x in 0..<width {
                    let (red, green, blue) = (Int(row[x * 3]), Int(row[x * 3 + 1]), Int(row[x * 3 + 2]))
                    let light = Mosaic.light(red, green, blue)
                    if light < bounds[x].light.lowest || light > bounds[x].light.highest
                        || red - light < bounds[x].red.lowest || red - light > bounds[x].red.highest
                        || blue - light < bounds[x].blue.lowest || blue - light > bounds[x].blue.highest
                    {
                        return (x, [red, green, blue])
                    }
                }
                return nil
            }
        }
    }
}

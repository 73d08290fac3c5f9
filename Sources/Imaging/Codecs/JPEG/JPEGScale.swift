internal import PhotoModel

/// How much the inverse cosine transform shrinks a JPEG while decoding it.
enum JPEGScale {
    /// The scales whose transforms are written in vector code. The others give fewer samples to filter, but take
    /// longer to make them.
    private static let fast = [1, 2, 4, 8]

    /// The smallest scale, in eighths, at which the part that is rendered still has 1.5 times the samples of the
    /// result, so that the final filter decides how sharp that is.
    static func eighths(crop: PixelSize, output: PixelSize) -> Int {
        // Nothing is shrunk if the result has all pixels, or more.
        guard output.width < crop.width || output.height < crop.height else { return 8 }
        return smallest { 2 * crop.width * $0 >= 3 * 8 * output.width && 2 * crop.height * $0 >= 3 * 8 * output.height }
    }

    /// The smallest scale that gives at least `output`, for results that are not filtered.
    static func eighths(crop: PixelSize, atLeast output: PixelSize) -> Int {
        smallest { crop.width * $0 >= 8 * output.width && crop.height * $0 >= 8 * output.height }
    }

    private static func smallest(_ isEnough: (Int) -> Bool) -> Int {
        fast.first(where: isEnough) ?? 8
    }
}

internal import PhotoModel

/// An image of four flat quarters, no two alike in any orientation.
struct TestPattern: Sendable {
    /// Top left, top right, bottom left, bottom right; red, green, blue.
    static let colors: [[Int]] = [[200, 40, 40], [40, 180, 40], [40, 40, 200], [190, 190, 120]]

    /// Of the pixels as they are stored.
    var width: Int
    var height: Int
    /// What EXIF says, 1…8; JPEG only.
    var orientation: UInt16?
    /// Of the pixels as they are stored, by quarters.
    var colors = Self.colors

    /// The file.
    func encoded(as format: PhotoFormat) throws(CheckStop) -> [UInt8] {
        let exif = EXIFBlock(orientation: orientation)
        return try RasterImage(width: width, height: height, samples: samples, exif: exif).encoded(as: format)
    }

    /// A JPEG whose EXIF block is another.
    func encoded(with exif: EXIFBlock) throws(CheckStop) -> [UInt8] {
        try RasterImage(width: width, height: height, samples: samples, exif: exif).encoded(as: .jpeg)
    }

    /// Colours of the quarters as a person sees them.
    var uprightColors: [[Int]] {
        let c = colors
        // Which stored quarter is seen at each place; the table of EXIF 2.32, 4.6.4, Orientation.
        let order = [
            [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0],
            [1, 3, 0, 2],
        ]
        return order[Int(orientation ?? 1) - 1].map { c[$0] }
    }

    /// Width and height as a person sees them.
    var uprightSize: PixelSize {
        let size = PixelSize(width: width, height: height)
        return (orientation ?? 1) > 4 ? size.transposed : size
    }

    /// Red, green, blue of each pixel, rows from the top.
    private var samples: [UInt8] {
        let rows = [row(colors[0], colors[1]), row(colors[2], colors[3])]
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height * 3)
        for y in 0..<height { samples += rows[y < height / 2 ? 0 : 1] }
        return samples
    }

    private func row(_ left: [Int], _ right: [Int]) -> [UInt8] {
        (0..<width).flatMap { ($0 < width / 2 ? left : right).map(UInt8.init) }
    }
}

internal import PhotoModel

/// A picture of flat cells, no two neighbours alike, so that every pixel of a frame shows where it comes from.
///
/// Cells differ in brightness alone; colours differ between four large areas, because formats keep fewer of them than of
/// brightness. Cells begin where the blocks of a JPEG do, which keeps them exact there.
struct Mosaic: Sendable {
    /// Of the pixels as they are stored.
    let width: Int
    let height: Int
    /// Pixels of a side of a cell; a multiple of 8.
    let cell: Int
    var exif = EXIFBlock()
    var layout = JPEGLayout()
    /// Cells in a row of them.
    let columns: Int
    /// What the brightness of each cell is changed by, rows of cells from the top.
    private let shades: [Int]
    private var lights: [Int]

    private static let shades = [-36, -12, 12, 36]

    init(width: Int, height: Int, cell: Int, seed: UInt64) {
        (self.width, self.height, self.cell) = (width, height, cell)
        var random = SeededNumbers(seed: seed &+ UInt64(width * 4099 + height))
        columns = (width + cell - 1) / cell
        var shades: [Int] = []
        for index in 0..<columns * ((height + cell - 1) / cell) {
            let neighbours = [
                index % columns > 0 ? shades[index - 1] : 0, index >= columns ? shades[index - columns] : 0,
            ]
            let free = Self.shades.filter { !neighbours.contains($0) }
            shades.append(free[Int(random.next() % UInt64(free.count))])
        }
        self.shades = shades
        lights = []
        lights = shades.indices.map { index in
            let color = color(ofCell: index)
            return Self.light(color[0], color[1], color[2])
        }
    }

    /// Where colours change: a multiple of the cell near the middle.
    var boundary: (x: Int, y: Int) {
        // Where formats keep a quarter of the colours, blocks of them have 16 pixels of a side.
        let step = max(cell, 16)
        return (width / 2 / step * step, height / 2 / step * step)
    }

    /// As a person sees it.
    var uprightSize: PixelSize {
        let size = PixelSize(width: width, height: height)
        return isTurned ? size.transposed : size
    }

    /// Whether rows are seen as columns.
    var isTurned: Bool { (exif.orientation ?? 1) > 4 }

    /// Red, green, blue of a cell, as stored.
    func color(ofCell index: Int) -> [Int] {
        let area = (index % columns * cell < boundary.x ? 0 : 1) + (index / columns * cell < boundary.y ? 0 : 2)
        return TestPattern.colors[area].map { $0 + shades[index] }
    }

    /// The brightness of a cell, as `light` measures it.
    func light(ofCell index: Int) -> Int { lights[index] }

    /// Brightness as JFIF weighs it.
    static func light(_ red: Int, _ green: Int, _ blue: Int) -> Int { (77 * red + 150 * green + 29 * blue) >> 8 }

    /// How much redder and bluer than bright each area is, which shades do not change.
    static let tints = TestPattern.colors.map { color in
        let light = light(color[0], color[1], color[2])
        return (red: color[0] - light, blue: color[2] - light)
    }

    /// The picture as it is stored.
    var image: RasterImage {
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height * 3)
        for down in 0..<(height + cell - 1) / cell {
            var row: [UInt8] = []
            for across in 0..<columns {
                let color = color(ofCell: down * columns + across).map(UInt8.init)
                for _ in 0..<min(cell, width - across * cell) { row += color }
            }
            for _ in 0..<min(cell, height - down * cell) { samples += row }
        }
        return RasterImage(width: width, height: height, samples: samples, exif: exif, layout: layout)
    }

    /// The stored columns, or rows, that an interval of the upright picture is of.
    ///
    /// - Parameter isAcross: whether it is one of columns of the upright picture, else of rows.
    /// - Returns: whether they are columns as stored, and where they are.
    func stored(_ interval: ClosedRange<Double>, isAcross: Bool) -> (isColumns: Bool, interval: ClosedRange<Double>) {
        let isColumns = isAcross != isTurned
        // The table of EXIF 2.32, 4.6.4, Orientation: which axes run the other way.
        let isReversed =
            isAcross
            ? [2, 3, 6, 7].contains(exif.orientation ?? 1) : [3, 4, 7, 8].contains(exif.orientation ?? 1)
        guard isReversed else { return (isColumns, interval) }
        let length = Double(isColumns ? width : height)
        return (isColumns, length - interval.upperBound...length - interval.lowerBound)
    }
}

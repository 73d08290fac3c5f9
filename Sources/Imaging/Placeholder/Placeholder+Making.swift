public import Pixels

extension Placeholder {
    /// The means of a picture's parts, in linear light; colours count by their alpha.
    ///
    /// At most 32 by 32 pixels of each part are looked at, so that it costs the same for pictures of every size. Colours
    /// that are not sRGB are converted first.
    ///
    /// - Throws: `outOfMemory`, `invalidRequest` for an empty picture.
    public init(_ picture: PixelBuffer) throws(ImagingError) {
        guard !picture.size.isEmpty else { throw .invalidRequest("an empty picture has no placeholder") }
        let picture = try picture.convertedToSRGB()
        defer { withExtendedLifetime(picture) {} }
        var grid = PlaceholderGrid(picture, size: Self.grid(of: picture.size, side: Self.opaqueSide))
        if grid.hasAlpha {
            grid = PlaceholderGrid(picture, size: Self.grid(of: picture.size, side: Self.transparentSide))
        }
        self.init(size: grid.size, hasAlpha: grid.hasAlpha, cells: grid.bytes)
    }

    /// The picture's shape with `side` cells along its longer side, and never more cells than pixels.
    static func grid(of size: PixelSize, side: Int) -> PixelSize {
        let longest = max(size.width, size.height)
        func cells(_ length: Int) -> Int { min(length, max(1, (2 * length * side + longest) / (2 * longest))) }
        return PixelSize(width: cells(size.width), height: cells(size.height))
    }
}

/// The cells of a placeholder while they are added up.
struct PlaceholderGrid {
    let size: PixelSize
    /// Whether a pixel that was looked at is not opaque.
    private(set) var hasAlpha = false
    private var cells: [LinearMean]

    /// Most pixels of a cell that are looked at, along each side.
    private static let samplesPerSide = 32

    init(_ picture: PixelBuffer, size: PixelSize) {
        self.size = size
        cells = Array(repeating: LinearMean(), count: size.pixelCount)
        let columns = Self.places(picture.size.width, cells: size.width)
        let sampler = PixelSampler(picture, columns: columns.map(\.pixel))
        var samples = [PixelSampler.Sample](repeating: .init(), count: columns.count)
        for (pixel, row) in Self.places(picture.size.height, cells: size.height) {
            sampler.read(row: pixel, into: &samples)
            for (index, (_, column)) in columns.enumerated() {
                cells[row * size.width + column].add(samples[index])
                if samples[index].alpha < 255 { hasAlpha = true }
            }
        }
    }

    var bytes: [UInt8] { cells.flatMap { hasAlpha ? $0.straight + [$0.alpha] : $0.straight } }

    /// The pixels that are looked at along one side, and the cells that they belong to.
    private static func places(_ length: Int, cells: Int) -> [(pixel: Int, cell: Int)] {
        (0..<cells).flatMap { cell in
            let start = cell * length / cells
            let count = (cell + 1) * length / cells - start
            let samples = min(count, samplesPerSide)
            return (0..<samples).map { (start + (2 * $0 + 1) * count / (2 * samples), cell) }
        }
    }
}

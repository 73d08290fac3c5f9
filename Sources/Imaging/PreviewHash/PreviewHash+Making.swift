public import PhotoModel

extension PreviewHash {
    /// Computes the mean colour of each cell of an image, in linear light, weighted by alpha.
    ///
    /// At most 32 × 32 pixels of each cell are read, so that large images cost no more than small ones. Colours that are not
    /// sRGB are converted first.
    ///
    /// - Throws: `outOfMemory`, `invalidRequest` for an empty image.
    public init(_ image: PixelBuffer) throws(ImagingError) { try self.init(image, readsProfile: true) }

    /// - Parameter readsProfile: false treats samples with an ICC profile as sRGB, for callers that must not parse a profile from
    ///   an untrusted source.
    package init(_ image: PixelBuffer, readsProfile: Bool) throws(ImagingError) {
        guard !image.size.isEmpty else { throw .invalidRequest("an empty image has no preview hash") }
        var isSRGB = !readsProfile
        if case .displayP3 = image.colorSpace { isSRGB = false }
        let image = isSRGB ? image : try image.convertedToSRGB()
        defer { withExtendedLifetime(image) {} }
        var grid = PreviewHashGrid(image, size: Self.grid(of: image.size, side: Self.opaqueSide))
        if grid.hasAlpha {
            grid = PreviewHashGrid(image, size: Self.grid(of: image.size, side: Self.transparentSide))
        }
        self.init(size: grid.size, hasAlpha: grid.hasAlpha, cells: grid.bytes)
    }

    /// The grid of cells in the image's shape, with `side` cells along its longer side, and never more cells than pixels.
    static func grid(of size: PixelSize, side: Int) -> PixelSize {
        let longest = max(size.width, size.height)
        func cells(_ length: Int) -> Int { min(length, max(1, (2 * length * side + longest) / (2 * longest))) }
        return PixelSize(width: cells(size.width), height: cells(size.height))
    }
}

/// The cells of a preview hash, while their means are computed.
struct PreviewHashGrid {
    let size: PixelSize
    /// Whether any of the pixels that were read is not opaque.
    private(set) var hasAlpha = false
    private var cells: [LinearMean]

    /// The most pixels of a cell that are read, along each side.
    private static let samplesPerSide = 32

    init(_ image: PixelBuffer, size: PixelSize) {
        self.size = size
        cells = Array(repeating: LinearMean(), count: size.pixelCount)
        let columns = Self.places(image.size.width, cells: size.width)
        let sampler = PixelSampler(image, columns: columns.map(\.pixel))
        var samples = [PixelSampler.Sample](repeating: .init(), count: columns.count)
        for (pixel, row) in Self.places(image.size.height, cells: size.height) {
            sampler.read(row: pixel, into: &samples)
            for (index, (_, column)) in columns.enumerated() {
                cells[row * size.width + column].add(samples[index])
                if samples[index].alpha < 255 { hasAlpha = true }
            }
        }
    }

    var bytes: [UInt8] { cells.flatMap { hasAlpha ? $0.straight + [$0.alpha] : $0.straight } }

    /// The pixels to read along one side, and the cells to which they belong.
    private static func places(_ length: Int, cells: Int) -> [(pixel: Int, cell: Int)] {
        (0..<cells).flatMap { cell in
            let start = cell * length / cells
            let count = (cell + 1) * length / cells - start
            let samples = min(count, samplesPerSide)
            return (0..<samples).map { (start + (2 * $0 + 1) * count / (2 * samples), cell) }
        }
    }
}

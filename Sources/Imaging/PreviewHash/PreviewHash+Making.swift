internal import CImaging
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

/// The cells of a preview hash, whose means are computed.
struct PreviewHashGrid {
    let size: PixelSize
    /// Whether any of the pixels that were read is not opaque.
    private(set) var hasAlpha = false
    private var cells: [imaging_sums]

    /// The most pixels of a cell that are read, along each side.
    private static let samplesPerSide = 32

    init(_ image: PixelBuffer, size: PixelSize) {
        self.size = size
        cells = Array(repeating: imaging_sums(), count: size.pixelCount)
        let columns = Self.places(image.size.width, cells: size.width)
        let (pixels, cellsOfRow) = (columns.map { UInt32($0.pixel) }, columns.map { UInt32($0.cell) })
        for (y, row) in Self.places(image.size.height, cells: size.height) {
            var pixelRow = imaging_pixel_row(image, y)
            let isOpaque = cells.withUnsafeMutableBufferPointer { cells in
                // A row of the grid has cells whenever the image has pixels.
                imaging_add_pixels(
                    &pixelRow, pixels, cellsOfRow, pixels.count, imaging_sums.linear,
                    cells.baseAddress! + row * size.width)
            }
            if isOpaque == 0 { hasAlpha = true }
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

extension imaging_pixel_row {
    /// A row of a buffer of any format, for as long as the buffer lives.
    fileprivate init(_ image: PixelBuffer, _ y: Int) {
        self.init()
        func start(_ plane: Int, shift: Int = 0) -> UnsafePointer<UInt8> {
            UnsafePointer(image.planes[plane].base + (y >> shift) * image.planes[plane].stride)
        }
        planes.0 = start(0)
        switch image.format {
        case .gray8: channels = 1
        case .rgb8: channels = 3
        case .rgba8: channels = 4
        case .ycbcr8(let subsampling):
            channels = 0
            horizontal_shift = UInt32(subsampling.horizontalShift)
            planes.1 = start(1, shift: subsampling.verticalShift)
            planes.2 = start(2, shift: subsampling.verticalShift)
        }
    }
}

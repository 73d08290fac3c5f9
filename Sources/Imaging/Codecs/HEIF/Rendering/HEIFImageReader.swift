internal import PhotoModel

/// Decodes the pixels of one item, a coded image or the tiles of a grid, on several threads.
struct HEIFImageReader: Sendable {
    let container: HEIFContainer
    let source: ImageSource
    let decoder: any CodedImageDecoding
    let threads: DecodingThreads

    /// Decodes as much of `item` as a part of it needs.
    ///
    /// - Parameters:
    ///   - part: In pixels of the coded image; the canvas may cover more.
    ///   - output: What the part will be scaled to; nil keeps every pixel.
    ///   - points: What the file says about the samples; nil leaves it to the bitstream.
    func canvas(
        of item: HEIFItem, part: PixelRect? = nil, output: PixelSize? = nil, points: CodePoints?, _ limits: ImageLimits,
        _ cancellation: Cancellation
    ) throws(ImagingError) -> HEIFCanvas {
        let tiles = try HEIFTiles(item, container, source)
        try limits.check(pixels: tiles.size)
        // A tile may declare a larger size than the image that is cropped from it.
        try limits.check(pixels: tiles.tileSize)
        let part = part ?? PixelRect(covering: tiles.size)
        let shift = output.map { tiles.shift(part: part.size, output: $0) } ?? 0
        let (indexes, area) = tiles.touching(part.widened(by: 4 << shift, inside: tiles.size))
        try checkMemory(tiles, area, shift: shift, limits)
        try cancellation.throwIfCancelled()
        // The first tile tells what kind of planes the others need.
        let first = try decode(tiles, indexes[0], points)
        let canvas = try HEIFCanvas(
            area, shift: shift, like: first, YCbCrLevels(points ?? first.codePoints ?? .unspecified))
        let origin = tiles.origin(indexes[0])
        try canvas.put(first, x: origin.x, y: origin.y, tileSize: tiles.tileSize)
        try threads.forEach(indexes.count - 1, cancellation) { (number) throws(ImagingError) in
            let (x, y) = tiles.origin(indexes[number + 1])
            let tile = try decode(tiles, indexes[number + 1], points)
            try canvas.put(tile, x: x, y: y, tileSize: tiles.tileSize)
        }
        return canvas
    }

    private func decode(
        _ tiles: HEIFTiles, _ index: Int, _ points: CodePoints?
    ) throws(ImagingError) -> DecodedImage {
        let item = tiles.items[index]
        guard let type = CodedImage.configurationType(of: item.type) else {
            throw .unsupportedFormat("a HEIF image of \(CodedImage.codecName(of: item.type))")
        }
        guard let configuration = container.property(type, of: item) else {
            throw .corrupt("an image of the HEIF file lacks what its decoder must know")
        }
        guard let size = try container.codedSize(of: item), size == tiles.tileSize else {
            throw .corrupt("the tiles of the image are of several sizes")
        }
        let image = CodedImage(
            type: item.type, configuration: Array(configuration.content.bytes), size: size, codePoints: points,
            data: try container.data(of: item, source, limit: Self.mostBytes(of: size)))
        // Nothing else checks this before memory is allocated for it.
        guard !image.isLargerThanSaid else {
            throw .corrupt("an image of \(image.declaredSize ?? size) pixels, where its header says \(size)")
        }
        let decoded = try decoder.decode(image)
        guard decoded.size.width >= size.width, decoded.size.height >= size.height else {
            throw .corrupt("an image of \(decoded.size) pixels, where its header says \(size)")
        }
        return decoded
    }

    /// The most bytes of one coded image: three samples of two bytes for each pixel, which no codec exceeds, and what a bitstream
    /// has besides them. An item's data may be said to be all of the file, once for each of many tiles.
    private static func mostBytes(of size: PixelSize) -> Int { 6 * size.pixelCount + (1 << 20) }

    /// Checks the memory for the planes and, for each thread, a tile as its decoder holds it and as it is returned, in
    /// two bytes a sample, and the bytes from which it is decoded.
    private func checkMemory(
        _ tiles: HEIFTiles, _ area: PixelRect, shift: Int, _ limits: ImageLimits
    ) throws(ImagingError) {
        let planes = 3 * area.size.pixelCount >> (2 * shift)
        let samples = 3 * tiles.tileSize.pixelCount
        let decoding = min(tiles.items.count, processorCount()) * (samples * 2 + min(samples, source.byteCount))
        try limits.check(memoryBytes: planes + decoding)
    }
}

extension CodePoints {
    /// The code points if neither the file nor the bitstream has any (MIAF, section 7.3.6.4).
    static let unspecified = CodePoints(primaries: 1, transfer: 13, matrix: 5, isFullRange: true)
}

extension PixelRect {
    /// Adds a margin, for filters that read beyond the edge of what they filter.
    fileprivate func widened(by margin: Int, inside size: PixelSize) -> PixelRect {
        let left = max(0, x - margin)
        let top = max(0, y - margin)
        return PixelRect(
            x: left, y: top, width: min(size.width, x + width + margin) - left,
            height: min(size.height, y + height + margin) - top)
    }
}

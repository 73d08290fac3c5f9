internal import PhotoModel

/// The coded images that contain the pixels of an item: the item itself, or the tiles of a grid.
struct HEIFTiles {
    /// The size of the whole image.
    let size: PixelSize
    /// The size of each tile. The last ones may extend beyond the edge of the image.
    let tileSize: PixelSize
    let columns: Int
    /// Row by row.
    let items: [HEIFItem]

    /// - Throws: `corrupt` if tiles are missing, or do not cover the image.
    init(_ item: HEIFItem, _ container: HEIFContainer, _ source: ImageSource) throws(ImagingError) {
        guard let size = try container.codedSize(of: item) else {
            throw .corrupt("an image of the HEIF file has no size")
        }
        self.size = size
        guard item.type == "grid" else {
            (tileSize, columns, items) = (size, 1, [item])
            return
        }
        let grid = try HEIFGrid(try container.data(of: item, source, limit: 64))
        let ids = item.references["dimg"] ?? []
        guard grid.size == size else { throw .corrupt("the headers of the image disagree about its size") }
        guard ids.count == grid.rows * grid.columns else {
            throw .corrupt("\(ids.count) tiles, where \(grid.rows) rows of \(grid.columns) are needed")
        }
        var items: [HEIFItem] = []
        for id in ids { items.append(try container.item(id)) }
        guard let tile = try container.codedSize(of: items[0]), tile.width * grid.columns >= size.width,
            tile.height * grid.rows >= size.height
        else { throw .corrupt("the tiles do not cover the image") }
        (tileSize, columns, self.items) = (tile, grid.columns, items)
    }

    /// The tiles that a part of the image touches, and the area of the image that they cover.
    func touching(_ part: PixelRect) -> (indexes: [Int], area: PixelRect) {
        let left = max(0, part.x / tileSize.width)
        let top = max(0, part.y / tileSize.height)
        let right = min(columns - 1, (part.x + part.width - 1) / tileSize.width)
        let bottom = min(items.count / columns - 1, (part.y + part.height - 1) / tileSize.height)
        let indexes = (top...max(top, bottom)).flatMap { row in (left...max(left, right)).map { row * columns + $0 } }
        var area = PixelRect(x: left * tileSize.width, y: top * tileSize.height, width: 0, height: 0)
        area.width = min(size.width, (right + 1) * tileSize.width) - area.x
        area.height = min(size.height, (bottom + 1) * tileSize.height) - area.y
        return (indexes, area)
    }

    /// The top left pixel of a tile.
    func origin(_ index: Int) -> (x: Int, y: Int) {
        (index % columns * tileSize.width, index / columns * tileSize.height)
    }

    /// The largest power of two by which each tile can be shrunk by itself, with two samples left for each of the
    /// result's, so that the final filter decides how sharp the result is.
    func shift(part: PixelSize, output: PixelSize) -> Int {
        var shift = 0
        while shift < 5 {
            let factor = 1 << (shift + 1)
            guard part.width >= 2 * factor * output.width, part.height >= 2 * factor * output.height,
                // Chroma has half as many samples. A single tile has no neighbours whose edges it must match.
                items.count == 1 || (tileSize.width % (2 * factor) == 0 && tileSize.height % (2 * factor) == 0)
            else { break }
            shift += 1
        }
        return shift
    }
}

/// An image that is put together from tiles of one size (ISO/IEC 23008-12, section 6.6.2.3).
struct HEIFGrid {
    let columns: Int
    let rows: Int
    /// The tiles may cover more, on the right and at the bottom.
    let size: PixelSize

    init(_ bytes: [UInt8]) throws(ImagingError) {
        var cursor = ByteCursor(ByteView(bytes))
        guard try cursor.integer(1) == 0 else { throw .unsupportedFormat("a HEIF file with another kind of tiles") }
        let width = try cursor.integer(1) & 1 == 1 ? 4 : 2
        rows = try cursor.integer(1) + 1
        columns = try cursor.integer(1) + 1
        size = PixelSize(width: try cursor.integer(width), height: try cursor.integer(width))
        guard !size.isEmpty else { throw .corrupt("an image of tiles without a size") }
    }
}

internal import BackendKit
internal import PhotoModel

/// Draws the part of a picture that a request asks for: upright, and in the size of the frame.
struct Drawing {
    let geometry: ImageGeometry
    /// Of the whole upright picture.
    let wholeSize: PixelSize
    /// As in EXIF.
    let orientation: Int

    /// The most that a JPEG may be decoded smaller for it: 1, 2, 4 or 8.
    var denominator: Int {
        let (part, size) = (geometry.part, geometry.size)
        return [8, 4, 2].first { part.width / $0 >= size.width && part.height / $0 >= size.height } ?? 1
    }

    /// - Parameter picture: red, green, blue; the whole one, as it is stored, decoded in any size.
    func draw(
        _ picture: PixelBuffer, check: () throws(PhotoError) -> Void
    ) throws(PhotoError) -> PixelBuffer {
        let frame = try PixelBuffer.forFrame(geometry.size, .rgb8)
        let path = UprightPath(picture, orientation)
        let columns = (0..<geometry.size.width).map { column(of: $0, path) }
        for y in 0..<geometry.size.height {
            if y % 16 == 0 { try check() }
            draw(row: y, columns, path, to: frame.planes[0].base + y * frame.planes[0].stride)
        }
        return frame
    }

    private func column(of x: Int, _ path: UprightPath) -> Range<Int> {
        let (part, width) = (geometry.part, geometry.size.width)
        return Self.source(x, of: width, part.x, part.width, decoded: path.size.width, whole: wholeSize.width)
    }

    private func draw(row y: Int, _ columns: [Range<Int>], _ path: UprightPath, to row: UnsafeMutablePointer<UInt8>) {
        let (part, height) = (geometry.part, geometry.size.height)
        let rows = Self.source(y, of: height, part.y, part.height, decoded: path.size.height, whole: wholeSize.height)
        var to = row
        for column in columns {
            let corner = path.start + column.lowerBound * path.right + rows.lowerBound * path.down
            Self.average(corner, path, columns: column.count, rows: rows.count, to: to)
            to += 3
        }
    }

    /// The pixels, among the `decoded` ones that stand for `whole`, that the pixel `index` of `count` is made of, when
    /// `count` of them show the `length` from `start` on. At least one. No product overflows: sides of JPEGs have 16 bits,
    /// those of targets 20.
    private static func source(
        _ index: Int, of count: Int, _ start: Int, _ length: Int, decoded: Int, whole: Int
    ) -> Range<Int> {
        let first = (start * count + index * length) * decoded / (whole * count)
        let end = (start * count + (index + 1) * length) * decoded / (whole * count)
        return first..<max(first + 1, end)
    }

    /// The mean of a block of pixels: a simple filter, and a good one for making pictures smaller.
    private static func average(
        _ corner: UnsafePointer<UInt8>, _ path: UprightPath, columns: Int, rows: Int, to: UnsafeMutablePointer<UInt8>
    ) {
        var (red, green, blue) = (0, 0, 0)
        for y in 0..<rows {
            var from = corner + y * path.down
            for _ in 0..<columns {
                red += Int(from[0])
                green += Int(from[1])
                blue += Int(from[2])
                from += path.right
            }
        }
        let count = columns * rows
        to[0] = UInt8((red + count / 2) / count)
        to[1] = UInt8((green + count / 2) / count)
        to[2] = UInt8((blue + count / 2) / count)
    }
}

/// How to go through the samples of a picture so that it is upright; see EXIF 2.32, 4.6.4, Orientation.
private struct UprightPath {
    /// Of the picture when it is upright.
    let size: PixelSize
    let start: UnsafePointer<UInt8>
    /// Bytes to the next pixel, to the right and below.
    let right: Int
    let down: Int

    init(_ picture: PixelBuffer, _ orientation: Int) {
        let row = picture.planes[0].stride
        let (last, bottom) = ((picture.size.width - 1) * 3, (picture.size.height - 1) * row)
        let (start, right, down) =
            switch orientation {
            case 2: (last, -3, row)
            case 3: (bottom + last, -3, -row)
            case 4: (bottom, 3, -row)
            case 5: (0, row, 3)
            case 6: (bottom, -row, 3)
            case 7: (bottom + last, -row, -3)
            case 8: (last, row, -3)
            default: (0, 3, row)
            }
        (self.right, self.down) = (right, down)
        self.start = UnsafePointer(picture.planes[0].base + start)
        size = orientation > 4 ? picture.size.transposed : picture.size
    }
}

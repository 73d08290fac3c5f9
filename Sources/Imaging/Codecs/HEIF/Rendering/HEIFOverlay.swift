internal import PhotoModel

/// Images that are laid over one another on a canvas (`iovl`, ISO/IEC 23008-12, section 6.6.2.2).
struct HEIFOverlay {
    /// The most images. A file with more was made in order to waste time.
    private static let limit = 64

    private let composition: HEIFComposition
    private let size: PixelSize
    /// Red, green, blue and alpha.
    private var fill: [UInt8] = []
    private var layers: [(item: HEIFItem, x: Int, y: Int)] = []

    init(_ item: HEIFItem, _ composition: HEIFComposition) throws(ImagingError) {
        self.composition = composition
        let reader = composition.renderer.reader
        let ids = item.references["dimg"] ?? []
        guard !ids.isEmpty, ids.count <= Self.limit else {
            throw .corrupt("an image that is made of \(ids.count) others")
        }
        var cursor = ByteCursor(ByteView(try reader.container.data(of: item, reader.source, limit: 4096)))
        guard try cursor.integer(1) == 0 else { throw .unsupportedFormat("a HEIF file with another kind of layers") }
        let isWide = try cursor.integer(1) & 1 == 1
        for _ in 0..<4 { fill.append(UInt8(try cursor.integer(2) >> 8)) }
        size = PixelSize(width: try cursor.integer(isWide ? 4 : 2), height: try cursor.integer(isWide ? 4 : 2))
        guard try reader.container.codedSize(of: item) == size else {
            throw .corrupt("the headers of the image disagree about its size")
        }
        for id in ids {
            let x = try Self.offset(&cursor, isWide)
            let y = try Self.offset(&cursor, isWide)
            layers.append((try reader.container.item(id), x, y))
        }
    }

    private static func offset(_ cursor: inout ByteCursor, _ isWide: Bool) throws(ImagingError) -> Int {
        isWide ? try cursor.signedInteger() : Int(Int16(truncatingIfNeeded: try cursor.integer(2)))
    }

    func pixels(_ color: HEIFColor) throws(ImagingError) -> PixelBuffer {
        let (limits, cancellation) = (composition.renderer.limits, composition.renderer.cancellation)
        try limits.check(pixels: size)
        try limits.check(memoryBytes: 24 * size.pixelCount)
        let result = try PixelBuffer.allocate(size, .rgba8, try color.colorSpace(isGray: false))
        let target = result.planes[0]
        try cancellation.bands(rows: size.height, rowBytes: target.stride) { rows in
            for y in rows {
                for byte in 0..<size.width * 4 { target.row(y)[byte] = fill[byte & 3] }
            }
        }
        for layer in layers {
            let image = try composition.upright(layer.item, beside: 4 * size.pixelCount)
            try lay(
                image.converted(to: .rgba8, cancellation: cancellation), on: target, x: layer.x, y: layer.y,
                cancellation)
        }
        withExtendedLifetime(result) {}
        return result
    }

    private func lay(
        _ image: PixelBuffer, on target: PixelBuffer.Plane, x: Int, y: Int, _ cancellation: Cancellation
    ) throws(ImagingError) {
        let columns = max(0, -x)..<max(max(0, -x), min(image.size.width, size.width - x))
        let top = max(0, -y)
        let bottom = min(image.size.height, size.height - y)
        try cancellation.bands(rows: max(0, bottom - top), rowBytes: target.stride) { rows in
            for row in rows {
                let from = image.planes[0].row(top + row)
                let to = target.row(y + top + row) + x * 4
                for column in columns { Self.blend(from + column * 4, over: to + column * 4) }
            }
        }
        withExtendedLifetime(image) {}
    }

    /// Straight alpha, both of them.
    private static func blend(_ from: UnsafePointer<UInt8>, over to: UnsafeMutablePointer<UInt8>) {
        let upper = Int(from[3])
        let lower = Int(to[3]) * (255 - upper) / 255
        let alpha = upper + lower
        guard alpha > 0 else { return }
        for index in 0..<3 {
            to[index] = UInt8((Int(from[index]) * upper + Int(to[index]) * lower + alpha / 2) / alpha)
        }
        to[3] = UInt8(min(255, alpha))
    }
}

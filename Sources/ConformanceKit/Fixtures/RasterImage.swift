internal import Imaging
internal import PhotoModel

/// An image in memory, and the files that the kit makes of it.
struct RasterImage: Sendable {
    let width: Int
    let height: Int
    /// Red, green, blue of each pixel, rows from the top.
    let samples: [UInt8]
    /// What its EXIF block has; JPEG only.
    var exif = EXIFBlock()
    /// How a JPEG is written.
    var layout = JPEGLayout()
    /// Whether a JPEG or PNG has brightness alone, which is that of `samples`; red, green and blue are alike then.
    var isGray = false
    /// How opaque each pixel is, 255 for all of it; PNG only. Nil: there is no alpha.
    var alpha: [UInt8]?

    /// The file.
    func encoded(as format: PhotoFormat, quality: Int = 92) throws(CheckStop) -> [UInt8] {
        do {
            switch format {
            case .jpeg:
                let encoder = JPEGEncoder(quality: quality, isProgressive: layout.isProgressive)
                return exif.inserted(into: layout.arranged(try encoder.encode(pixels())))
            case .png: return try PNGEncoder().encode(pixels())
            case .ppm: return Array("P6\n\(width) \(height)\n255\n".utf8) + samples
            }
        } catch {
            throw .harness("an image cannot be encoded: \(error)")
        }
    }

    private func pixels() throws -> PixelBuffer {
        if isGray { return try grayPixels() }
        if let alpha { return try pixels(with: alpha) }
        let buffer = try PixelBuffer(size: PixelSize(width: width, height: height), format: .rgb8)
        let plane = buffer.planes[0]
        samples.withUnsafeBufferPointer { samples in
            for y in 0..<height {
                guard let row = samples.baseAddress.map({ $0 + y * width * 3 }) else { return }
                (plane.base + y * plane.stride).update(from: row, count: width * 3)
            }
        }
        return buffer
    }

    private func pixels(with alpha: [UInt8]) throws -> PixelBuffer {
        let buffer = try PixelBuffer(size: PixelSize(width: width, height: height), format: .rgba8)
        let plane = buffer.planes[0]
        for pixel in 0..<width * height {
            let place = pixel / width * plane.stride + pixel % width * 4
            for channel in 0..<3 { plane.base[place + channel] = samples[pixel * 3 + channel] }
            plane.base[place + 3] = alpha[pixel]
        }
        return buffer
    }

    private func grayPixels() throws -> PixelBuffer {
        let buffer = try PixelBuffer(size: PixelSize(width: width, height: height), format: .gray8)
        let plane = buffer.planes[0]
        for y in 0..<height {
            for x in 0..<width { plane.base[y * plane.stride + x] = samples[(y * width + x) * 3] }
        }
        return buffer
    }
}

/// Kinds of JPEG that readers of its header meet (ITU T.81, annex B).
struct JPEGLayout: Sendable {
    /// A segment (ITU T.81, B.1.1.4).
    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)] + payload
    }

    var isProgressive = false
    /// Whether the size comes after all tables, right before the first scan.
    var hasSizeLast = false

    /// The same JPEG with its segments in this order.
    func arranged(_ jpeg: [UInt8]) -> [UInt8] {
        guard hasSizeLast else { return jpeg }
        var (tables, frame): ([UInt8], [UInt8]) = ([], [])
        var at = 2
        // Up to the first scan; every segment before it has a length.
        while at + 4 <= jpeg.count, jpeg[at + 1] != 0xDA {
            let end = at + 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
            let isFrame = (0xC0...0xC2).contains(jpeg[at + 1])
            if isFrame { frame += jpeg[at..<end] } else { tables += jpeg[at..<end] }
            at = end
        }
        return jpeg.prefix(2) + tables + frame + jpeg[at...]
    }
}

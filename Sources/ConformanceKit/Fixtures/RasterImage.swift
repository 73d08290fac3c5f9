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

/// The few fields of EXIF that the kit writes (EXIF 2.32, 4.6).
struct EXIFBlock: Sendable {
    /// 1…8; nil: it does not say.
    var orientation: UInt16?
    /// DateTimeOriginal and DateTimeDigitized, as `2021:06:15 08:30:00`.
    var dates: (original: String, digitized: String)?
    /// OffsetTimeOriginal, the distance of the first date from UTC, as `+05:30`; nil: it does not say.
    var offset: String?
    /// As some cameras write numbers, instead of little-endian.
    var isBigEndian = false
    /// A small JPEG that cameras put beside the photo.
    var thumbnail: [UInt8]?
    /// Whether much else stands in the file before the picture, as programs write it: another block of metadata before EXIF,
    /// and 60 KB behind it.
    var hasMuchBeside = false

    /// The JPEG with the block in front; as it is when there is nothing to say.
    func inserted(into jpeg: [UInt8]) -> [UInt8] {
        guard orientation != nil || dates != nil || thumbnail != nil else { return jpeg }
        let block = Self.segment(0xE1, Array("Exif\0\0".utf8) + tiff)
        guard hasMuchBeside else { return [0xFF, 0xD8] + block + jpeg.dropFirst(2) }
        let packet = "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"></x:xmpmeta>"
        let filler = Self.segment(0xE4, [UInt8](repeating: 0x20, count: 60_000))
        return [0xFF, 0xD8] + Self.segment(0xE1, Array(packet.utf8)) + block + filler + jpeg.dropFirst(2)
    }

    /// A segment of a JPEG (ITU T.81, B.1.1.4).
    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)] + payload
    }

    /// A TIFF structure: a directory, and that of EXIF with the texts behind it.
    private var tiff: [UInt8] {
        var first: [[UInt8]] = []
        if let orientation { first.append(number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 4, 2)) }
        let secondStart = 8 + 2 + (first.count + (dates == nil ? 0 : 1)) * 12 + 4
        if dates != nil { first.append(number(0x8769, 2) + number(4, 2) + number(1, 4) + number(secondStart, 4)) }
        let count = offset == nil ? 2 : 3
        let texts = secondStart + 2 + count * 12 + 4
        let end = dates == nil ? secondStart : texts + 2 * 20 + (offset == nil ? 0 : 8)
        var bytes = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
        bytes += number(first.count, 2) + first.flatMap(\.self) + number(thumbnail == nil ? 0 : end, 4)
        if let dates {
            bytes += number(count, 2) + entry(0x9003, at: texts) + entry(0x9004, at: texts + 20)
            if offset != nil { bytes += number(0x9011, 2) + number(2, 2) + number(7, 4) + number(texts + 40, 4) }
            bytes += number(0, 4) + Array(dates.original.utf8) + [0] + Array(dates.digitized.utf8) + [0]
            if let offset { bytes += Array(offset.utf8.prefix(6)) + [0, 0] }
        }
        return bytes + (thumbnail.map { thumbnailDirectory($0, at: end) } ?? [])
    }

    /// The second directory, and the JPEG behind it (EXIF 2.32, 4.5.6): compression, where it begins, how long it is.
    private func thumbnailDirectory(_ jpeg: [UInt8], at start: Int) -> [UInt8] {
        let data = start + 2 + 3 * 12 + 4
        return number(3, 2) + number(0x0103, 2) + number(3, 2) + number(1, 4) + number(6, 4, 2) + number(0x0201, 2)
            + number(4, 2) + number(1, 4) + number(data, 4) + number(0x0202, 2) + number(4, 2) + number(1, 4)
            + number(jpeg.count, 4) + number(0, 4) + jpeg
    }

    /// A text of twenty bytes.
    private func entry(_ tag: Int, at place: Int) -> [UInt8] {
        number(tag, 2) + number(2, 2) + number(20, 4) + number(place, 4)
    }

    /// - Parameter used: how many of the bytes have the number; the rest is 0.
    private func number(_ value: some BinaryInteger, _ size: Int, _ used: Int? = nil) -> [UInt8] {
        let bytes = (0..<(used ?? size)).map { UInt8(truncatingIfNeeded: Int(value) >> ($0 * 8)) }
        return (isBigEndian ? bytes.reversed() : bytes) + [UInt8](repeating: 0, count: size - bytes.count)
    }
}

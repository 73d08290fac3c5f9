import Imaging
import PhotoModel

extension PixelBuffer {
    /// An RGB image whose pixels a function gives.
    static func rgb(
        _ width: Int, _ height: Int, colorSpace: ColorSpace = .sRGB, _ pixel: (Int, Int) -> [UInt8]
    ) throws -> PixelBuffer {
        try filled(width, height, .rgb8, colorSpace, pixel)
    }

    static func filled(
        _ width: Int, _ height: Int, _ format: PixelFormat, _ colorSpace: ColorSpace = .sRGB,
        _ pixel: (Int, Int) -> [UInt8]
    ) throws -> PixelBuffer {
        let buffer = try PixelBuffer(
            size: PixelSize(width: width, height: height), format: format, colorSpace: colorSpace)
        let plane = buffer.planes[0]
        for y in 0..<height {
            // Without iterators: in a debug build they cost more than all else of a test.
            var x = 0
            while x < width {
                let samples = pixel(x, y)
                let base = plane.base + (y * plane.stride + x * format.bytesPerPixel)
                var index = 0
                while index < samples.count {
                    base[index] = samples[index]
                    index += 1
                }
                x += 1
            }
        }
        return buffer
    }

    /// An image whose rows are all alike.
    static func columns(
        _ width: Int, _ height: Int, _ format: PixelFormat, _ pixel: (Int) -> [UInt8]
    ) throws -> PixelBuffer {
        let row = try filled(width, 1, format) { x, _ in pixel(x) }
        let buffer = try PixelBuffer(size: PixelSize(width: width, height: height), format: format, colorSpace: .sRGB)
        defer { withExtendedLifetime(row) {} }
        let plane = buffer.planes[0]
        for y in 0..<height {
            (plane.base + y * plane.stride).update(from: row.planes[0].base, count: width * format.bytesPerPixel)
        }
        return buffer
    }

    /// Four flat quarters: red, green, blue, yellow-gray; no two alike in any orientation.
    static func quarters(_ width: Int, _ height: Int) throws -> PixelBuffer {
        try rgb(width, height) { x, y in
            switch (x < width / 2, y < height / 2) {
            case (true, true): [200, 40, 40]
            case (false, true): [40, 180, 40]
            case (true, false): [40, 40, 200]
            case (false, false): [190, 190, 120]
            }
        }
    }

    /// An image with detail everywhere and no symmetry.
    static func waves(_ width: Int, _ height: Int) throws -> PixelBuffer {
        let buffer = try PixelBuffer(
            size: PixelSize(width: width, height: height), format: .rgb8, colorSpace: .sRGB)
        let plane = buffer.planes[0]
        for y in 0..<height {
            let v = y * 255 / max(1, height - 1)
            var sample = plane.base + y * plane.stride
            var x = 0
            while x < width {
                let u = x * 255 / max(1, width - 1)
                sample[0] = UInt8(truncatingIfNeeded: u)
                sample[1] = UInt8(truncatingIfNeeded: v)
                sample[2] = UInt8(truncatingIfNeeded: (u * 3 + v * 2) / 5)
                sample += 3
                x += 1
            }
        }
        return buffer
    }

    /// The samples of one pixel of an interleaved or gray buffer.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        defer { withExtendedLifetime(self) {} }
        let start = planes[0].base + y * planes[0].stride + x * format.bytesPerPixel
        return (0..<format.bytesPerPixel).map { start[$0] }
    }

    /// The mean distance between the colours of two images of one size.
    func meanDifference(from other: PixelBuffer) throws -> Double {
        let left = try converted(to: .rgba8)
        let right = try other.converted(to: .rgba8)
        defer { withExtendedLifetime((left, right)) {} }
        var sum = 0
        for y in 0..<size.height {
            let leftRow = left.planes[0].base + y * left.planes[0].stride
            let rightRow = right.planes[0].base + y * right.planes[0].stride
            var index = 0
            while index < size.width * 4 {
                sum += abs(Int(leftRow[index]) - Int(rightRow[index]))
                index += 1
            }
        }
        return Double(sum) / Double(size.pixelCount * 4)
    }
}

/// The largest distance between two lists of colours.
func largestDifference(_ left: [[Double]], _ right: [[Double]]) -> Double {
    zip(left.joined(), right.joined()).map { abs($0 - $1) }.max() ?? .infinity
}

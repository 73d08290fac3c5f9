import Imaging
import Pixels

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
            for x in 0..<width {
                for (index, sample) in pixel(x, y).enumerated() {
                    plane.base[y * plane.stride + x * format.bytesPerPixel + index] = sample
                }
            }
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

    /// A picture with detail everywhere and no symmetry.
    static func waves(_ width: Int, _ height: Int) throws -> PixelBuffer {
        try rgb(width, height) { x, y in
            let u = x * 255 / max(1, width - 1)
            let v = y * 255 / max(1, height - 1)
            return [UInt8(u), UInt8(v), UInt8((u * 3 + v * 2) / 5)]
        }
    }

    /// The samples of one pixel of an interleaved or gray buffer.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        defer { withExtendedLifetime(self) {} }
        let start = planes[0].base + y * planes[0].stride + x * format.bytesPerPixel
        return (0..<format.bytesPerPixel).map { start[$0] }
    }

    /// The mean colours of the four quarters, without regard to alpha. The middle row and column of odd sides belong
    /// to the first; a single one makes up both.
    func quadrants() throws -> [[Double]] {
        let colors = try converted(to: .rgba8)
        let columns = Self.halves(of: size.width)
        return Self.halves(of: size.height).flatMap { rows in
            columns.map { colors.meanColor(columns: $0, rows: rows) }
        }
    }

    private static func halves(of side: Int) -> [Range<Int>] {
        let middle = (side + 1) / 2
        return [0..<middle, min(middle, side - 1)..<side]
    }

    /// Of a buffer of RGBA.
    private func meanColor(columns: Range<Int>, rows: Range<Int>) -> [Double] {
        defer { withExtendedLifetime(self) {} }
        var sums = [0, 0, 0]
        for y in rows {
            let row = planes[0].base + y * planes[0].stride
            for x in columns {
                for index in 0..<3 { sums[index] += Int(row[x * 4 + index]) }
            }
        }
        return sums.map { Double($0) / Double(columns.count * rows.count) }
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
            for index in 0..<size.width * 4 { sum += abs(Int(leftRow[index]) - Int(rightRow[index])) }
        }
        return Double(sum) / Double(size.pixelCount * 4)
    }
}

/// The largest distance between two lists of colours.
func largestDifference(_ left: [[Double]], _ right: [[Double]]) -> Double {
    zip(left.joined(), right.joined()).map { abs($0 - $1) }.max() ?? .infinity
}

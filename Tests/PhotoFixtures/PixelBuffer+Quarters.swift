import Imaging
public import PhotoModel

extension PixelBuffer {
    /// The mean colours of the quarters without regard to alpha, red green blue in 0…255: top left, top right, bottom
    /// left, bottom right. The middle row and column of odd sides belong to the first; a single one makes up both.
    public func quarters() throws -> [[Double]] {
        let colors = try converted(to: .rgba8)
        let columns = Self.halves(of: size.width)
        return Self.halves(of: size.height).flatMap { rows in
            columns.map { Array(colors.meanSamples(columns: $0, rows: rows).prefix(3)) }
        }
    }

    private static func halves(of side: Int) -> [Range<Int>] {
        let middle = (side + 1) / 2
        return [0..<middle, min(middle, side - 1)..<side]
    }
}

extension PixelBuffer {
    /// The mean colours of the inner parts of the quarters: top left, top right, bottom left, bottom right.
    public func quarterColors() throws -> [[Double]] {
        let colors = try converted(to: .rgba8)
        let (marginX, marginY) = (size.width / 10, size.height / 10)
        return (0..<4).map { quarter in
            let (left, top) = (quarter % 2 * size.width / 2, quarter / 2 * size.height / 2)
            let means = colors.meanSamples(
                columns: left + marginX..<left + size.width / 2 - marginX,
                rows: top + marginY..<top + size.height / 2 - marginY)
            return Array(means.prefix(3))
        }
    }

    /// Whether the quarters are those of `SamplePhoto`, the stored ones being at these places.
    public func shows(_ order: [Int]) throws -> Bool {
        let wanted = order.map { SamplePhoto.colors[$0] }
        return zip(try quarterColors().joined(), wanted.joined()).allSatisfy { abs($0 - Double($1)) <= 8 }
    }
}

extension PixelBuffer {
    /// The mean red, green, blue and alpha of a part of a buffer of RGBA, each in 0…255.
    public func meanSamples(columns: Range<Int>, rows: Range<Int>) -> [Double] {
        defer { withExtendedLifetime(self) {} }
        var (red, green, blue, alpha) = (0, 0, 0, 0)
        // Without iterators: in a debug build they cost more than all else of a test.
        for y in rows {
            var sample = planes[0].base + (y * planes[0].stride + columns.lowerBound * 4)
            let end = sample + columns.count * 4
            while sample < end {
                red += Int(sample[0])
                green += Int(sample[1])
                blue += Int(sample[2])
                alpha += Int(sample[3])
                sample += 4
            }
        }
        let count = Double(max(1, columns.count * rows.count))
        return [red, green, blue, alpha].map { Double($0) / count }
    }
}

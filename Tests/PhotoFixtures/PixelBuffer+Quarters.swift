import Imaging
public import Pixels

extension PixelBuffer {
    /// The mean colours of the quarters without regard to alpha, red green blue in 0…255: top left, top right, bottom
    /// left, bottom right. The middle row and column of odd sides belong to the first; a single one makes up both.
    public func quarters() throws -> [[Double]] {
        let colors = try converted(to: .rgba8)
        let columns = Self.halves(of: size.width)
        return Self.halves(of: size.height).flatMap { rows in columns.map { colors.mean(columns: $0, rows: rows) } }
    }

    private static func halves(of side: Int) -> [Range<Int>] {
        let middle = (side + 1) / 2
        return [0..<middle, min(middle, side - 1)..<side]
    }

    /// Of a buffer of RGBA.
    private func mean(columns: Range<Int>, rows: Range<Int>) -> [Double] {
        defer { withExtendedLifetime(self) {} }
        var sums = [0, 0, 0]
        for y in rows {
            let row = planes[0].base + y * planes[0].stride
            for x in columns {
                for channel in 0..<3 { sums[channel] += Int(row[x * 4 + channel]) }
            }
        }
        return sums.map { Double($0) / Double(max(1, columns.count * rows.count)) }
    }
}

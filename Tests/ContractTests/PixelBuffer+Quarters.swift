import Imaging
import Pixels

extension PixelBuffer {
    /// The mean colours of the quarters, red green blue in 0…255: top left, top right, bottom left, bottom right.
    func quarters() throws -> [[Double]] {
        let rgb = try converted(to: .rgb8)
        let (middleX, middleY) = (size.width / 2, size.height / 2)
        let columns = [0..<middleX, middleX..<size.width]
        let rows = [0..<middleY, middleY..<size.height]
        return rows.flatMap { rows in columns.map { rgb.mean(columns: $0, rows: rows) } }
    }

    private func mean(columns: Range<Int>, rows: Range<Int>) -> [Double] {
        var sums = [0, 0, 0]
        for y in rows {
            let row = planes[0].base + y * planes[0].stride
            for x in columns {
                for channel in 0..<3 { sums[channel] += Int(row[x * 3 + channel]) }
            }
        }
        return sums.map { Double($0) / Double(max(1, columns.count * rows.count)) }
    }
}

/// Makes preview hashes (docs/placeholder.md) smaller for lists: half as many cells in each direction, a quarter of the
/// bytes.
enum SmallHash {
    private static let headerLength = 4

    /// - Returns: nil for bytes that are too few to be a hash. A hash that is not an opaque one of version 1 is
    ///   returned unchanged.
    static func small(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= headerLength else { return nil }
        let (columns, rows) = (Int(bytes[2]), Int(bytes[3]))
        guard bytes[0] == 1, bytes[1] == 0, columns > 4 || rows > 4, bytes.count == headerLength + columns * rows * 3
        else {
            return bytes
        }
        let (across, down) = ((columns + 1) / 2, (rows + 1) / 2)
        var small: [UInt8] = [1, 0, UInt8(across), UInt8(down)]
        for row in 0..<down {
            for column in 0..<across {
                for colour in 0..<3 {
                    small.append(
                        mean(
                            bytes, row * rows / down..<(row + 1) * rows / down,
                            column * columns / across..<(column + 1) * columns / across, columns, colour))
                }
            }
        }
        return small
    }

    /// Averages approximately in linear light: the numbers are its square roots.
    private static func mean(
        _ bytes: [UInt8], _ rows: Range<Int>, _ columns: Range<Int>, _ stride: Int, _ colour: Int
    ) -> UInt8 {
        var sum = 0
        for row in rows {
            for column in columns {
                let value = Int(bytes[headerLength + (row * stride + column) * 3 + colour])
                sum += value * value
            }
        }
        return UInt8((Double(sum) / Double(rows.count * columns.count)).squareRoot().rounded())
    }
}

/// Writes GIF files of four colours whose codes are not compressed: the table is emptied before it grows.
struct GIFFixture {
    static let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [40, 50, 60]]

    var width: Int
    var height: Int
    /// The colour of a pixel, 0…3.
    var index: (_ x: Int, _ y: Int) -> UInt8

    var bytes: [UInt8] {
        var bytes = Array("GIF89a".utf8) + sides + [0b1000_0001, 0, 0] + Self.colors.flatMap { $0 }
        bytes += [0x2C, 0, 0, 0, 0] + sides + [0, 2]
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(start + 255, data.count)]
            bytes += [UInt8(block.count)] + block
        }
        return bytes + [0, 0x3B]
    }

    private var sides: [UInt8] { [width, height].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }

    /// Codes of three bits: 4 empties the table, 5 ends. Each pixel but the first adds an entry; with two of them the
    /// codes stay three bits long.
    private let data: [UInt8]

    init(width: Int, height: Int, _ index: @escaping (_ x: Int, _ y: Int) -> UInt8) {
        self.width = width
        self.height = height
        self.index = index
        var packed: [UInt8] = []
        var (bits, count) = (0, 0)
        func put(_ code: Int) {
            bits |= code << count
            count += 3
            while count >= 8 {
                packed.append(UInt8(bits & 255))
                bits >>= 8
                count -= 8
            }
        }
        for position in 0..<width * height {
            if position % 2 == 0 { put(4) }
            put(Int(index(position % width, position / width)))
        }
        put(5)
        data = packed + (count > 0 ? [UInt8(bits & 255)] : [])
    }
}

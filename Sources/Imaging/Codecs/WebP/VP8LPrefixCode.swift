/// A prefix code of a lossless WebP (RFC 9649, section 3.7.2): canonical, with codes of up to 15 bits.
struct VP8LPrefixCode {
    /// How many codes have each length.
    private var counts = [Int](repeating: 0, count: 16)
    /// By length, then by value.
    private let symbols: [Int]

    /// The order in which the lengths of the codes for lengths are written.
    private static let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

    private init(lengths: [Int]) {
        for length in lengths where length > 0 { counts[length] += 1 }
        var places = [Int](repeating: 0, count: 17)
        for length in 1...15 { places[length + 1] = places[length] + counts[length] }
        var symbols = [Int](repeating: 0, count: places[16])
        for (symbol, length) in lengths.enumerated() where length > 0 {
            symbols[places[length]] = symbol
            places[length] += 1
        }
        self.symbols = symbols
    }

    /// Reads the code for an alphabet.
    init(alphabet: Int, _ bits: inout VP8LBits) throws(ImagingError) {
        if try bits.flag() {
            let isPair = try bits.flag()
            let isLong = try bits.flag()
            let first = try bits.number(isLong ? 8 : 1)
            let second = try isPair ? bits.number(8) : first
            guard max(first, second) < alphabet else { throw VP8LBits.damage }
            var lengths = [Int](repeating: 0, count: alphabet)
            lengths[first] = 1
            lengths[second] = 1
            self.init(lengths: lengths)
        } else {
            self.init(lengths: try Self.lengths(alphabet, &bits))
        }
    }

    private static func lengths(_ alphabet: Int, _ bits: inout VP8LBits) throws(ImagingError) -> [Int] {
        var first = [Int](repeating: 0, count: 19)
        let count = try bits.number(4) + 4
        for place in order.prefix(count) { first[place] = try bits.number(3) }
        let code = VP8LPrefixCode(lengths: first)
        var left = alphabet
        if try bits.flag() {
            let width = try bits.number(3) * 2 + 2
            left = try bits.number(width) + 2
        }
        var lengths: [Int] = []
        var last = 8
        while lengths.count < alphabet, left > 0 {
            left -= 1
            let length = try code.next(&bits)
            if length < 16 {
                lengths.append(length)
                if length > 0 { last = length }
                continue
            }
            let (width, least) = length == 16 ? (2, 3) : length == 17 ? (3, 3) : (7, 11)
            let count = try bits.number(width) + least
            guard count <= alphabet - lengths.count else { throw VP8LBits.damage }
            lengths += repeatElement(length == 16 ? last : 0, count: count)
        }
        return lengths
    }

    /// Reads a symbol. A code of one symbol has no bits.
    func next(_ bits: inout VP8LBits) throws(ImagingError) -> Int {
        if symbols.count == 1 { return symbols[0] }
        var (code, first, index) = (0, 0, 0)
        for length in 1...15 {
            code |= try bits.number(1)
            let count = counts[length]
            if code - first < count { return symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        throw VP8LBits.damage
    }
}

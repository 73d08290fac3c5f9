internal import PhotoModel

/// Reads the parts of a lossless WebP (RFC 9649, section 3) that come before its pixels, to find out how many groups of prefix
/// codes there are. libwebp keeps tables of each, which no limit counts.
struct VP8LHeader {
    private var bits: VP8LBits
    private let cancellation: Cancellation

    /// The places of pixels near one in its row and those above, by what is written for them: how many to the left, and how
    /// many above.
    private static let near: [Int] = [
        0, 1, 1, 0, 1, 1, -1, 1, 0, 2, 2, 0, 1, 2, -1, 2, 2, 1, -2, 1, 2, 2, -2, 2, 0, 3, 3, 0, 1, 3, -1, 3, 3, 1,
        -3, 1, 2, 3, -2, 3, 3, 2, -3, 2, 0, 4, 4, 0, 1, 4, -1, 4, 4, 1, -4, 1, 3, 3, -3, 3, 2, 4, -2, 4, 4, 2, -4, 2,
        0, 5, 3, 4, -3, 4, 4, 3, -4, 3, 5, 0, 1, 5, -1, 5, 5, 1, -5, 1, 2, 5, -2, 5, 5, 2, -5, 2, 4, 4, -4, 4, 3, 5,
        -3, 5, 5, 3, -5, 3, 0, 6, 6, 0, 1, 6, -1, 6, 6, 1, -6, 1, 2, 6, -2, 6, 6, 2, -6, 2, 4, 5, -4, 5, 5, 4, -5, 4,
        3, 6, -3, 6, 6, 3, -6, 3, 0, 7, 7, 0, 1, 7, -1, 7, 5, 5, -5, 5, 7, 1, -7, 1, 4, 6, -4, 6, 6, 4, -6, 4, 2, 7,
        -2, 7, 7, 2, -7, 2, 3, 7, -3, 7, 7, 3, -7, 3, 5, 6, -5, 6, 6, 5, -6, 5, 8, 0, 4, 7, -4, 7, 7, 4, -7, 4, 8, 1,
        8, 2, 6, 6, -6, 6, 8, 3, 5, 7, -5, 7, 7, 5, -7, 5, 8, 4, 6, 7, -6, 7, 7, 6, -7, 6, 8, 5, 7, 7, -7, 7, 8, 6,
        8, 7,
    ]

    /// The groups of the image whose data these bytes are, after its size and the like.
    ///
    /// - Throws: `corrupt`, `cancelled`.
    static func groupCount(
        _ data: ArraySlice<UInt8>, _ size: PixelSize, _ cancellation: Cancellation
    ) throws(ImagingError) -> Int {
        var header = VP8LHeader(bits: VP8LBits(data), cancellation: cancellation)
        let width = try header.widthAfterTransforms(size)
        _ = try header.cacheBits()
        guard try header.bits.flag() else { return 1 }
        let shift = try header.bits.number(3) + 2
        let image = try header.image(tiles(width, shift), tiles(size.height, shift))
        let groups = image.map { Int($0 >> 8 & 0xFFFF) }
        let largest = (groups.max() ?? 0) + 1
        // Of many, libwebp reads all and keeps those that tiles have.
        return largest > 1000 || largest > width * size.height ? Set(groups).count : largest
    }

    private static func tiles(_ length: Int, _ shift: Int) -> Int { (length + 1 << shift - 1) >> shift }

    /// Goes through the transforms. One of them puts several pixels into one.
    private mutating func widthAfterTransforms(_ size: PixelSize) throws(ImagingError) -> Int {
        var width = size.width
        var seen: Set<Int> = []
        while try bits.flag() {
            let kind = try bits.number(2)
            guard seen.insert(kind).inserted else { throw VP8LBits.damage }
            switch kind {
            case 0, 1:
                let shift = try bits.number(3) + 2
                _ = try image(Self.tiles(width, shift), Self.tiles(size.height, shift))
            case 2: break
            default:
                let colors = try bits.number(8) + 1
                _ = try image(colors, 1)
                width = Self.tiles(width, colors <= 2 ? 3 : colors <= 4 ? 2 : colors <= 16 ? 1 : 0)
            }
        }
        return width
    }

    private mutating func cacheBits() throws(ImagingError) -> Int {
        guard try bits.flag() else { return 0 }
        let count = try bits.number(4)
        guard (1...11).contains(count) else { throw VP8LBits.damage }
        return count
    }

    /// Decodes an image that has one group of codes.
    private mutating func image(_ width: Int, _ height: Int) throws(ImagingError) -> [UInt32] {
        let cacheBits = try cacheBits()
        let cacheCount = cacheBits > 0 ? 1 << cacheBits : 0
        var codes: [VP8LPrefixCode] = []
        for alphabet in [256 + 24 + cacheCount, 256, 256, 256, 40] {
            let code = try VP8LPrefixCode(alphabet: alphabet, &bits)
            codes.append(code)
        }
        var pixels = VP8LPixels(count: width * height, cacheBits: cacheBits)
        var steps = 0
        while !pixels.isComplete {
            steps += 1
            if steps & 1023 == 0, cancellation.isCancelled { throw .cancelled }
            let symbol = try codes[0].next(&bits)
            switch symbol {
            case ..<256:
                let red = try codes[1].next(&bits)
                let blue = try codes[2].next(&bits)
                let alpha = try codes[3].next(&bits)
                pixels.append(UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(symbol) << 8 | UInt32(blue))
            case ..<280:
                let length = try number(of: symbol - 256)
                let written = try codes[4].next(&bits)
                let code = try number(of: written)
                try pixels.repeatPixels(length, from: Self.distance(code, width))
            default: try pixels.append(cached: symbol - 280)
            }
        }
        return pixels.all
    }

    /// A length or a distance: its symbol says how many more bits there are.
    private mutating func number(of symbol: Int) throws(ImagingError) -> Int {
        guard symbol >= 4 else { return symbol + 1 }
        let width = (symbol - 2) >> 1
        let more = try bits.number(width)
        return (2 + (symbol & 1)) << width + more + 1
    }

    private static func distance(_ code: Int, _ width: Int) -> Int {
        guard code <= near.count / 2 else { return code - near.count / 2 }
        return max(1, near[2 * code - 2] + near[2 * code - 1] * width)
    }
}

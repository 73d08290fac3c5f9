/// The pixels of an image as they are decoded, and the cache of colours that were there.
struct VP8LPixels {
    private(set) var all: [UInt32] = []
    private let count: Int
    private let cacheBits: Int
    private var cache: [UInt32]

    init(count: Int, cacheBits: Int) {
        (self.count, self.cacheBits) = (count, cacheBits)
        cache = [UInt32](repeating: 0, count: cacheBits > 0 ? 1 << cacheBits : 0)
    }

    var isComplete: Bool { all.count >= count }

    mutating func append(_ pixel: UInt32) {
        all.append(pixel)
        if cacheBits > 0 { cache[Int((0x1E35_A7BD &* pixel) >> UInt32(32 - cacheBits))] = pixel }
    }

    mutating func append(cached place: Int) throws(ImagingError) {
        guard place < cache.count else { throw VP8LBits.damage }
        append(cache[place])
    }

    /// Repeats pixels from so many before the end.
    mutating func repeatPixels(_ length: Int, from distance: Int) throws(ImagingError) {
        guard distance <= all.count, length <= count - all.count else { throw VP8LBits.damage }
        for _ in 0..<length { append(all[all.count - distance]) }
    }
}

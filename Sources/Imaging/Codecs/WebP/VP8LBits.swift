/// Reads the bits of a lossless WebP (RFC 9649, section 3), the lowest of each byte first.
struct VP8LBits {
    private let bytes: ArraySlice<UInt8>
    private var place: Int
    private var held: UInt64 = 0
    private var count = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    /// A number of 0…24 bits.
    ///
    /// - Throws: `corrupt` at the end of the bytes.
    mutating func number(_ width: Int) throws(ImagingError) -> Int {
        while count < width {
            guard place < bytes.endIndex else { throw Self.damage }
            held |= UInt64(bytes[place]) << UInt64(count)
            place += 1
            count += 8
        }
        let value = Int(held & (1 << UInt64(width) - 1))
        held >>= UInt64(width)
        count -= width
        return value
    }

    mutating func flag() throws(ImagingError) -> Bool { try number(1) == 1 }

    static var damage: ImagingError { .corrupt("the data of the lossless WebP is invalid") }
}

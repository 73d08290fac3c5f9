/// The 64-bit hash of Fowler, Noll and Vo (FNV-1a), which is the same in every run. It distinguishes names and versions, and
/// protects from no one: texts with equal hashes are easily made.
package struct FNV1a: Sendable {
    /// The hash of what was combined.
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash of nothing.
    package init() {}

    /// The same, with 1 in place of 0.
    package var nonZero: UInt64 { value == 0 ? 1 : value }

    package mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

    package mutating func combine(_ bytes: [UInt8]) {
        // Without iterators, which take far longer than the hash in builds without optimisation.
        bytes.withUnsafeBufferPointer { bytes in
            var place = 0
            while place < bytes.count {
                combine(bytes[place])
                place += 1
            }
        }
    }

    /// Combines the eight bytes of a word, the lowest first.
    package mutating func combine(word: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { combine(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
    }
}

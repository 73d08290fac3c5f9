internal import Glibc

extension UnsafeRawBufferPointer {
    /// The offset of the first such byte at or after `start`; nil if there is none.
    package func offset(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, start < count,
            let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }
}

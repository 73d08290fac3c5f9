internal import Glibc

extension UnsafeRawBufferPointer {
    /// Where a byte is first, from an offset on; nil: it is not there.
    package func offset(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, start < count,
            let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }
}

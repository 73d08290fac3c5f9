internal import CImaging

extension [UInt8] {
    /// What is compressed in these bytes, a zlib stream (RFC 1950); nil if they are damaged, or it is longer than `limit`.
    package func inflated(limit: Int) -> [UInt8]? {
        var length = 0
        let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
            length = imaging_inflate(self, self.count, buffer.baseAddress, buffer.count)
            filled = Swift.max(0, length)
        }
        return length >= 0 ? output : nil
    }
}

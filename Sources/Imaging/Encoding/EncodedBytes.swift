internal import CImaging
internal import PhotoModel
internal import Platform

/// What an encoder in C hands over: memory from malloc.
enum EncodedBytes {
    typealias Encode = (
        imaging_cancel, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>,
        UnsafeMutablePointer<imaging_status>
    ) -> imaging_code

    /// Runs an encoder and copies its bytes.
    static func take(_ cancellation: Cancellation, _ encode: Encode) throws(ImagingError) -> [UInt8] {
        var memory: UnsafeMutablePointer<UInt8>?
        var count = 0
        try cancellation.withCQuestion { cancel throws(ImagingError) in
            try ImagingError.check { encode(cancel, &memory, &count, $0) }
        }
        defer { freeMemory(memory) }
        return Array(UnsafeBufferPointer(start: memory, count: count))
    }

    /// Lends the colour profile that a file of that colour space gets; none where it needs none. It is copied, not read: it may
    /// be of any origin.
    static func withProfile<Output>(
        of space: ColorSpace, _ body: (UnsafePointer<UInt8>?, Int) throws(ImagingError) -> Output
    ) throws(ImagingError) -> Output {
        let profile = try ICCProfile.bytes(of: space)
        return try profile.withUnsafeBufferPointer { bytes throws(ImagingError) in
            try body(bytes.isEmpty ? nil : bytes.baseAddress, bytes.count)
        }
    }

    /// - Parameter format: with its article.
    /// - Throws: `invalidRequest` for an image that is larger than its format allows.
    static func check(_ size: PixelSize, atMost side: Int, _ format: String) throws(ImagingError) {
        guard max(size.width, size.height) <= side else {
            throw .invalidRequest("\(format) has at most \(side) pixels a side, not \(size)")
        }
    }
}

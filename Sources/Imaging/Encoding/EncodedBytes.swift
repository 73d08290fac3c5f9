internal import CImaging
internal import PhotoModel
internal import Platform

/// The result of an encoder in C: memory from malloc.
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

    /// Passes the colour profile that a file with this colour space needs to `body`; nil if it needs none. The profile is not
    /// parsed, since it may come from an untrusted source.
    static func withProfile<Output>(
        of space: ColorSpace, _ body: (UnsafePointer<UInt8>?, Int) throws(ImagingError) -> Output
    ) throws(ImagingError) -> Output {
        let profile = try ICCProfile.bytes(of: space)
        return try profile.withUnsafeBufferPointer { bytes throws(ImagingError) in
            try body(bytes.isEmpty ? nil : bytes.baseAddress, bytes.count)
        }
    }

    /// - Parameter format: the format's name with its article, for the message.
    /// - Throws: `invalidRequest` if the image is larger than the format allows.
    static func check(_ size: PixelSize, atMost side: Int, _ format: String) throws(ImagingError) {
        guard max(size.width, size.height) <= side else {
            throw .invalidRequest("\(format) has at most \(side) pixels a side, not \(size)")
        }
    }
}

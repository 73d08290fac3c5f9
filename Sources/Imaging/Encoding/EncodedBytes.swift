internal import CImaging

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// What an encoder in C hands over: memory from malloc.
enum EncodedBytes {
    typealias Encode = (
        imaging_cancel, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>,
        UnsafeMutablePointer<imaging_status>
    ) -> imaging_code

    /// Runs an encoder and copies its bytes.
    static func take(_ isCancelled: () -> Bool, _ encode: Encode) throws(ImagingError) -> [UInt8] {
        var memory: UnsafeMutablePointer<UInt8>?
        var count = 0
        try StopCheck.with(isCancelled) { stop throws(ImagingError) in
            try Cancellation.withCheck(stop.isCancelled) { cancel throws(ImagingError) in
                try ImagingError.check { encode(cancel, &memory, &count, $0) }
            }
        }
        defer { free(memory) }
        return Array(UnsafeBufferPointer(start: memory, count: count))
    }
}

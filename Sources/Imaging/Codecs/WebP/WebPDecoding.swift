internal import CImaging
internal import PhotoModel

/// One call of libwebp, with everything that it reads and writes, because it may continue after its caller has
/// returned.
///
/// Its state is written by the thread that decodes, and read by the waiting thread after that has ended.
final class WebPDecoding {
    private let bytes: [UInt8]
    private let buffer: PixelBuffer
    private var code = IMAGING_OK
    private var status = imaging_status()

    init(bytes: [UInt8], buffer: PixelBuffer) {
        (self.bytes, self.buffer) = (bytes, buffer)
    }

    func run(_ cancel: imaging_cancel, _ status: UnsafeMutablePointer<imaging_status>) -> imaging_code {
        let plane = buffer.planes[0]
        return imaging_webp_decode(
            bytes, bytes.count, UInt32(buffer.size.width), UInt32(buffer.size.height),
            CInt(buffer.format.bytesPerPixel), plane.base, plane.stride, cancel, status)
    }

    /// Decodes on a thread of its own, which is abandoned when `cancel` returns true.
    ///
    /// - Parameters:
    ///   - memoryBytes: what decoding holds until its end.
    ///   - memoryLimit: the most that it may hold together with all abandoned work.
    func runAbandonably(
        memoryBytes: Int, memoryLimit: Int, _ cancel: imaging_cancel, _ status: UnsafeMutablePointer<imaging_status>
    ) -> imaging_code {
        let job = imaging_abandonable(
            // Both get the context that is passed below.
            work: { context, abandoned in
                let decoding = Unmanaged<WebPDecoding>.fromOpaque(context!).takeUnretainedValue()
                decoding.code = decoding.run(abandoned, &decoding.status)
            },
            release: { Unmanaged<WebPDecoding>.fromOpaque($0!).release() },
            context: Unmanaged.passRetained(self).toOpaque(),
            memory_bytes: max(0, memoryBytes), memory_limit: max(0, memoryLimit))
        let outcome = imaging_run_abandonable(job, cancel, status)
        guard outcome == IMAGING_OK else { return outcome }
        status.pointee = self.status
        return code
    }
}

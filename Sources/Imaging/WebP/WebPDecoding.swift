internal import CImaging
internal import Pixels

/// One call of libwebp, with all that it reads and writes: it may go on when nobody waits for it any more.
///
/// Its state is written by the thread that decodes, and read by the one that waits when that has ended.
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

    /// Decodes on a thread of its own, which `cancel` leaves behind.
    func runLeavably(_ cancel: imaging_cancel, _ status: UnsafeMutablePointer<imaging_status>) -> imaging_code {
        let leavable = imaging_leavable(
            work: { context, left in
                let decoding = Unmanaged<WebPDecoding>.fromOpaque(context!).takeUnretainedValue()
                decoding.code = decoding.run(left, &decoding.status)
            },
            release: { Unmanaged<WebPDecoding>.fromOpaque($0!).release() },
            context: Unmanaged.passRetained(self).toOpaque())
        guard imaging_run_leavable(leavable, cancel, status) == IMAGING_OK else { return IMAGING_CANCELLED }
        status.pointee = self.status
        return code
    }
}

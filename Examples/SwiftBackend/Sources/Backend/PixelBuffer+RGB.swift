internal import BackendKit
internal import PhotoModel
internal import Pixels

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension PixelBuffer {
    /// Memory for a picture; it belongs to the frame that it becomes, and is freed with it.
    static func rgb(_ size: PixelSize) throws(BackendError) -> PixelBuffer {
        do throws(PixelBufferError) {
            return try PixelBuffer(size: size, format: .rgb8)
        } catch {
            throw BackendError(.outOfMemory, "\(error)")
        }
    }

    /// Where a JPEG breaks off, the decoder goes on in one colour: all of one colour means that nothing is left.
    var isOfOneColor: Bool {
        let (base, stride) = (planes[0].base, planes[0].stride)
        let isRow = memcmp(base, base + 3, (size.width - 1) * 3) == 0
        return isRow && (1..<size.height).allSatisfy { memcmp(base, base + $0 * stride, size.width * 3) == 0 }
    }
}

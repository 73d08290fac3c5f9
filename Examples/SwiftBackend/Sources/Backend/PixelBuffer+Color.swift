internal import Glibc
internal import PhotoModel

extension PixelBuffer {
    /// Where a JPEG breaks off, the decoder goes on in one colour: all of one colour means that nothing is left.
    var isOfOneColor: Bool {
        let (base, stride) = (planes[0].base, planes[0].stride)
        let isRow = memcmp(base, base + 3, (size.width - 1) * 3) == 0
        return isRow && (1..<size.height).allSatisfy { memcmp(base, base + $0 * stride, size.width * 3) == 0 }
    }
}

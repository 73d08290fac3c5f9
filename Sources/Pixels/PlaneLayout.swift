#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Where a plane lies inside one allocation.
struct PlaneLayout {
    let offset: Int
    let stride: Int
    let size: PixelSize

    var end: Int { offset + stride * size.height }

    /// The planes of an image, one after the other, rows aligned; checked against overflow.
    static func layouts(of format: PixelFormat, size: PixelSize) throws(PixelBufferError) -> [PlaneLayout] {
        // 2^30 pixels a side keeps every product below in range of Int.
        guard !size.isEmpty, size.width < 1 << 30, size.height < 1 << 30 else { throw .invalidSize(size) }
        var layouts: [PlaneLayout] = []
        var offset = 0
        for plane in 0..<format.planeCount {
            let planeSize = format.planeSize(plane, of: size)
            let rowBytes = planeSize.width * format.bytesPerPixel
            let stride = (rowBytes + PixelBuffer.rowAlignment - 1) & ~(PixelBuffer.rowAlignment - 1)
            let layout = PlaneLayout(offset: offset, stride: stride, size: planeSize)
            layouts.append(layout)
            offset = layout.end
        }
        return layouts
    }
}

/// Memory that can be freed from a `@Sendable` closure.
struct AllocatedMemory: @unchecked Sendable {  // Unchecked: it is only ever freed, once.
    private let base: UnsafeMutablePointer<UInt8>

    init(_ base: UnsafeMutablePointer<UInt8>) { self.base = base }

    func release() { free(UnsafeMutableRawPointer(base)) }
}

/// Bytes of a huge page. With small ones, to let go of 100 megapixels of colour takes longer than a request that was
/// cancelled may take to return, and to touch them first takes longer than to decode a JPEG.
private let hugePage = 2 << 20

/// Memory aligned for vector instructions, or nil when there is none.
func alignedMemory(_ byteCount: Int) -> UnsafeMutablePointer<UInt8>? {
    // Vector code may read a whole register past the last sample of the last row.
    let count = byteCount + PixelBuffer.rowAlignment
    let isLarge = count >= 4 * hugePage
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, isLarge ? hugePage : PixelBuffer.rowAlignment, count) == 0 else { return nil }
    // Only asked for: a system without huge pages gives small ones.
    if isLarge { madvise(memory, count, MADV_HUGEPAGE) }
    return memory?.assumingMemoryBound(to: UInt8.self)
}

internal import Platform

/// Where a plane is inside one allocation.
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

    func release() { freeAlignedMemory(base) }
}

/// Memory aligned for vector instructions, or nil when there is none.
func alignedMemory(_ byteCount: Int) -> UnsafeMutablePointer<UInt8>? {
    // Vector code may read a whole register past the last sample of the last row.
    Platform.alignedMemory(byteCount: byteCount + PixelBuffer.rowAlignment, alignment: PixelBuffer.rowAlignment)?
        .assumingMemoryBound(to: UInt8.self)
}

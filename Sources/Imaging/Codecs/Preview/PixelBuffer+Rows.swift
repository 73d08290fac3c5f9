package import PhotoModel

extension PixelBuffer {
    /// An image from rows of RGB without padding.
    ///
    /// - Precondition: the number of bytes is that of the size.
    package static func rgb8(_ bytes: [UInt8], size: PixelSize) throws(ImagingError) -> PixelBuffer {
        let buffer: PixelBuffer
        do throws(PixelBufferError) {
            buffer = try PixelBuffer(size: size, format: .rgb8)
        } catch {
            throw .corrupt("its preview: \(error)")
        }
        let plane = buffer.planes[0]
        let rowBytes = size.width * 3
        bytes.withUnsafeBufferPointer { bytes in
            for row in 0..<size.height {
                let pixels = UnsafeBufferPointer(rebasing: bytes[row * rowBytes..<(row + 1) * rowBytes])
                _ = UnsafeMutableBufferPointer(start: plane.base + row * plane.stride, count: rowBytes)
                    .initialize(fromContentsOf: pixels)
            }
        }
        return buffer
    }
}

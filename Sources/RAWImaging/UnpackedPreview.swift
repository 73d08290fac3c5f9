internal import CRAW
internal import Imaging
internal import Pixels

/// A preview that LibRaw put together, because it does not lie in the file as a JPEG.
enum UnpackedPreview {
    static func content(
        of source: ImageSource, _ byteLimit: Int
    ) throws(ImagingError) -> EmbeddedPreview.Content {
        var preview = raw_preview()
        try source.withRAWSource { lent in raw_read_preview(lent, byteLimit, &preview) }
        defer { raw_free_preview(&preview) }
        let bytes = UnsafeBufferPointer(start: preview.bytes, count: preview.count)
        if preview.kind == RAW_PREVIEW_JPEG { return .jpeg(Array(bytes)) }
        return .pixels(try pixels(bytes, width: Int(preview.width), height: Int(preview.height)))
    }

    private static func pixels(
        _ bytes: UnsafeBufferPointer<UInt8>, width: Int, height: Int
    ) throws(ImagingError) -> PixelBuffer {
        let buffer: PixelBuffer
        do throws(PixelBufferError) {
            buffer = try PixelBuffer(size: PixelSize(width: width, height: height), format: .rgb8)
        } catch {
            throw .corrupt("its preview: \(error)")
        }
        let plane = buffer.planes[0]
        for row in 0..<height {
            let pixels = UnsafeBufferPointer(rebasing: bytes[row * width * 3..<(row + 1) * width * 3])
            _ = UnsafeMutableBufferPointer(start: plane.base + row * plane.stride, count: width * 3)
                .initialize(fromContentsOf: pixels)
        }
        return buffer
    }
}

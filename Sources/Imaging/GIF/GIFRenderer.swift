internal import CImaging
internal import Pixels

/// Decodes the first frame of a GIF (CompuServe, GIF89a) at full size.
struct GIFRenderer {
    let source: ImageSource

    /// Reads the logical screen's size. Any GIF may have transparent parts, which only its frames tell.
    static func header(_ window: SourceWindow) throws(ImagingError) -> ImageHeader {
        // The screen descriptor is little-endian.
        guard let width = window.head.bigUInt16(at: 6)?.byteSwapped,
            let height = window.head.bigUInt16(at: 8)?.byteSwapped, width > 0, height > 0
        else { throw .corrupt("the GIF has no size") }
        return ImageHeader(
            format: .gif, storedSize: PixelSize(width: Int(width), height: Int(height)), orientation: .upright,
            hasAlpha: true, isProgressive: false, colorComponents: 1, bitsPerComponent: 8, hasColorProfile: false
        )
    }

    /// Memory for the image, and for a row of the longest frame.
    static func memoryBytes(_ size: PixelSize) -> Int { 4 * size.pixelCount + 65_536 }

    func decode(
        _ size: PixelSize, _ stop: StopCheck
    ) throws(ImagingError) -> (PixelBuffer, RenderDiagnostics) {
        let buffer = try PixelBuffer.allocate(size, .rgba8)
        let plane = buffer.planes[0]
        try plane.fill(0, stop)
        var status = imaging_status()
        var completeRows = 0
        let code = try source.withCSource { lent throws(ImagingError) in
            try Cancellation.withCheck(stop.isCancelled) { cancel throws(ImagingError) in
                imaging_gif_decode(
                    lent, UInt32(size.width), UInt32(size.height), plane.base, plane.stride, cancel, &completeRows,
                    &status
                )
            }
        }
        withExtendedLifetime(buffer) {}
        guard code != IMAGING_OK else { return (buffer, RenderDiagnostics()) }
        guard code == IMAGING_CORRUPT, completeRows > 0 else { throw ImagingError(status, path: source.path) }
        return (buffer, RenderDiagnostics(status, completeRows: completeRows))
    }
}

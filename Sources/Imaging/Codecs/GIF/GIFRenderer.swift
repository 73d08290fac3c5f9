internal import CImaging
internal import PhotoModel

/// Decodes the first frame of a GIF (CompuServe, GIF89a) at full size.
struct GIFRenderer: WholeImageDecoding {
    let source: ImageSource
    /// The size of the logical screen.
    let size: PixelSize

    /// Memory for the image, and for a row of the longest frame.
    var memoryBytes: Int { 4 * size.pixelCount + 65_536 }

    func decode(_ cancellation: Cancellation) throws(ImagingError) -> (PixelBuffer, RenderDiagnostics) {
        let buffer = try PixelBuffer.allocate(size, .rgba8)
        let plane = buffer.planes[0]
        try plane.fill(0, cancellation)
        var status = imaging_status()
        var completeRows = 0
        let code = try source.withCSource { lent throws(ImagingError) in
            try cancellation.withCQuestion { cancel throws(ImagingError) in
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

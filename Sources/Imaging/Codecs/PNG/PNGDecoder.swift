internal import CImaging
internal import PhotoModel

/// Decodes one PNG to interleaved rows, by libpng. The bytes of the source must stay valid as long as it exists.
final class PNGDecoder {
    let info: imaging_png_info
    private let handle: OpaquePointer
    private let path: String?

    init(_ lent: imaging_source, path: String?, _ cancellation: Cancellation) throws(ImagingError) {
        var status = imaging_status()
        var info = imaging_png_info()
        let handle = try cancellation.withCQuestion { cancel throws(ImagingError) in
            imaging_png_open(lent, cancel, &info, &status)
        }
        guard let handle else { throw ImagingError(status, path: path) }
        self.handle = handle
        self.info = info
        self.path = path
    }

    deinit { imaging_png_close(handle) }

    var size: PixelSize { PixelSize(width: Int(info.width), height: Int(info.height)) }

    var format: PixelFormat {
        switch info.channels {
        case 1: .gray8
        case 3: .rgb8
        default: .rgba8
        }
    }

    /// Memory for the rows that are needed at once: those of the image, and two of libpng, of up to 16 bits a sample.
    var workingBytes: Int {
        let row = size.width * Int(info.channels)
        return (info.is_interlaced != 0 ? row * size.height : row) + 2 * 8 * size.width
    }

    /// Reads a part, as averages of `factor` × `factor` pixels, with alpha multiplied in if the factor is more than 1.
    /// If the file ends or is damaged after its first row of pixels, the result has what precedes that.
    func decode(
        _ part: PixelRect, factor: Int, _ colorSpace: ColorSpace, _ cancellation: Cancellation
    ) throws(ImagingError) -> (buffer: PixelBuffer, diagnostics: RenderDiagnostics) {
        let cells = ShrunkImage.size(part: part.size, factor: factor)
        let buffer = try PixelBuffer.allocate(cells, format, colorSpace)
        let plane = buffer.planes[0]
        let wanted = imaging_png_part(
            x: UInt32(part.x), y: UInt32(part.y), width: UInt32(part.width), height: UInt32(part.height),
            factor: UInt32(factor)
        )
        var completeRows = 0
        var status = imaging_status()
        let code = try cancellation.withCQuestion { cancel throws(ImagingError) in
            imaging_png_read(handle, wanted, plane.base, plane.stride, cancel, &completeRows, &status)
        }
        guard code != IMAGING_OK else { return (buffer, RenderDiagnostics()) }
        guard code == IMAGING_CORRUPT, completeRows > 0 else { throw ImagingError(status, path: path) }
        let rows = min(max(completeRows - part.y, 0), part.height)
        let written = (rows + factor - 1) / factor
        // Fill what a broken file does not reach: transparent, or middle gray as in a broken JPEG.
        try plane.fill(format == .rgba8 ? 0 : 128, rows: written..<cells.height, cancellation)
        return (buffer, RenderDiagnostics(status, completeRows: completeRows))
    }
}

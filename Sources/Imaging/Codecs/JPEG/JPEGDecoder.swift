internal import CImaging
internal import PhotoModel

/// Decodes one JPEG to planes, by libjpeg. The bytes of the source must stay valid as long as it exists.
final class JPEGDecoder {
    let info: imaging_jpeg_info
    private let handle: OpaquePointer
    private let path: String?
    private var layout: [imaging_jpeg_plane] = []

    init(
        _ lent: imaging_source, start: Int, limits: ImageLimits, path: String?, cancel: imaging_cancel
    ) throws(ImagingError) {
        var status = imaging_status()
        var info = imaging_jpeg_info()
        guard let handle = imaging_jpeg_open(lent, start, limits.maxMemoryBytes, cancel, &info, &status) else {
            throw ImagingError(status, path: path)
        }
        self.handle = handle
        self.info = info
        self.path = path
    }

    deinit { imaging_jpeg_close(handle) }

    var size: PixelSize { PixelSize(width: Int(info.width), height: Int(info.height)) }

    /// Memory for the coefficients of the whole image, which libjpeg keeps if they come in several scans.
    var coefficientBytes: Int { info.is_multi_scan != 0 ? info.coefficient_bytes : 0 }

    /// Memory for the samples at `eighths`/8 of the size; for RGB and ink, up to their conversion to three planes.
    func sampleBytes(eighths: Int) -> Int {
        let pixels = (size.width * eighths + 7) / 8 * ((size.height * eighths + 7) / 8)
        switch info.layout {
        case IMAGING_JPEG_RGB: return pixels * 6
        case IMAGING_JPEG_CMYK: return pixels * 10
        default: return info.coefficient_bytes / 128 * eighths * eighths  // 128 bytes for 64 samples.
        }
    }

    /// Decodes at `eighths`/8 of the size, from the top down to the row `bottom` of the full-size image.
    func decode(
        eighths: Int, bottom: Int, cancel: imaging_cancel
    ) throws(ImagingError) -> (planes: [PixelBuffer], report: imaging_jpeg_report) {
        try start(eighths: eighths, cancel: cancel)
        var planes: [PixelBuffer] = []
        for plane in layout {
            planes.append(try PixelBuffer.allocate(PixelSize(width: plane.row_bytes, height: plane.rows), .gray8))
        }
        let bases = planes.map { Optional($0.planes[0].base) }
        let strides = planes.map { $0.planes[0].stride }
        let rows = (bottom * eighths + 7) / 8
        var report = imaging_jpeg_report()
        try ImagingError.check(path: path) {
            imaging_jpeg_read(handle, bases, strides, rows, cancel, &report, $0)
        }
        withExtendedLifetime(planes) {}
        return (planes, report)
    }

    private func start(eighths: Int, cancel: imaging_cancel) throws(ImagingError) {
        var planes = [imaging_jpeg_plane](repeating: imaging_jpeg_plane(), count: Int(IMAGING_JPEG_MAX_COMPONENTS))
        try ImagingError.check(path: path) { imaging_jpeg_start(handle, CInt(eighths), cancel, &planes, $0) }
        layout = Array(planes.prefix(info.layout == IMAGING_JPEG_YCBCR ? 3 : 1))
    }

    /// How many samples the plane has per pixel of the full-size image along each axis, at full scale.
    func density(of plane: Int) -> (x: Double, y: Double) {
        let horizontal = [info.h_factor.0, info.h_factor.1, info.h_factor.2, info.h_factor.3]
        let vertical = [info.v_factor.0, info.v_factor.1, info.v_factor.2, info.v_factor.3]
        return (
            Double(horizontal[plane]) / Double(info.max_h_factor), Double(vertical[plane]) / Double(info.max_v_factor)
        )
    }

    /// The block size of a plane after scaling; 8 is full size.
    func blockSize(of plane: Int) -> Int { Int(layout[plane].block_size) }
}

internal import CStills
internal import Imaging
internal import PhotoModel

/// Decodes the first image of a TIFF with libtiff.
final class TIFFDecoder: RowDecoding {
    let header: ImageHeader
    let samples: StoredSamples
    let bandHeight: Int
    let workingBytes: Int
    private let source: StillSource
    private let image: OpaquePointer

    init(_ source: ImageSource, _ limits: ImageLimits, _ cancellation: Cancellation = .never) throws(ImagingError) {
        let lent = StillSource(source, cancellation)
        var (input, status) = (lent.lent, still_status())
        var (info, layout) = (still_info(), still_tiff_layout())
        guard let image = still_tiff_open(&input, limits.maxMemoryBytes, &info, &layout, &status) else {
            throw lent.failure(status)
        }
        self.source = lent
        self.image = image
        header = ImageHeader(.tiff, info)
        samples = StoredSamples(info)
        bandHeight = Int(layout.band_rows)
        workingBytes = Int(clamping: layout.working_bytes)
    }

    deinit { still_tiff_close(image) }

    func read(
        _ part: PixelRect, into target: UnsafeMutablePointer<UInt8>, stride: Int, completeRows: inout Int,
        _ cancellation: Cancellation
    ) throws(ImagingError) {
        source.ask(cancellation)
        var complete: UInt32 = 0
        defer { completeRows = Int(complete) }
        try source.check {
            still_tiff_read(
                image, UInt32(part.x), UInt32(part.width), UInt32(part.y), UInt32(part.height), target, stride,
                &complete, $0)
        }
    }
}

internal import PhotoModel

/// Media formats as they are stored: fixed numbers, whatever becomes of the order of cases in the source.
enum FormatNumber {
    private static let formats: [MediaFormat] = [
        .jpeg, .png, .gif, .webp, .tiff, .bmp, .heic, .heif, .avif, .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2,
        .mp4, .mov, .m4v, .mkv, .webm, .avi, .psd, .jxl, .jp2, .crw, .pef, .srw, .iiq, .erf, .dcr, .mef, .mrw, .x3f,
        .threeFR, .wmv, .flv, .ogv, .mpg, .ts,
    ]

    /// 0 for a sidecar, which is no medium.
    static let sidecar: Int64 = 0

    static func number(of format: MediaFormat) -> Int64 {
        Int64(formats.firstIndex(of: format).map { $0 + 1 } ?? 0)
    }

    static func format(_ number: Int64) -> MediaFormat? {
        formats.indices.contains(Int(number) - 1) ? formats[Int(number) - 1] : nil
    }
}

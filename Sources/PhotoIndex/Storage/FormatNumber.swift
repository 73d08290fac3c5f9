internal import PhotoModel

/// The numbers under which media formats are stored. They never change, even if the order of the cases does.
enum FormatNumber {
    private static let formats: [MediaFormat] = [
        .jpeg, .png, .gif, .webp, .tiff, .bmp, .heic, .heif, .avif, .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2,
        .mp4, .mov, .m4v, .mkv, .webm, .avi, .psd, .jxl, .jp2, .crw, .pef, .srw, .iiq, .erf, .dcr, .mef, .mrw, .x3f,
        .threeFR, .wmv, .flv, .ogv, .mpg, .ts,
    ]

    /// The number for a sidecar, which has no media format.
    static let sidecar: Int64 = 0

    static func number(of format: MediaFormat) -> Int64 {
        Int64(formats.firstIndex(of: format).map { $0 + 1 } ?? 0)
    }

    static func format(_ number: Int64) -> MediaFormat? {
        formats.indices.contains(Int(number) - 1) ? formats[Int(number) - 1] : nil
    }
}

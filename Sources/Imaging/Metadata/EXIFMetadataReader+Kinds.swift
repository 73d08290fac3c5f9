internal import CImaging

/// EXIF knows 0 and 1 for the tag CustomRendered (EXIF 3.0, section 4.6.6). iOS writes more: 2 HDR without and 3 with its
/// original kept, 4 that original, 6 a panorama, 7 an HDR portrait, 8 a portrait (ExifTool, `Exif.pm`, tag 0xA401).
extension EXIFMetadataReader {
    var isPanorama: Bool { appleRendering == 6 }

    var isHDR: Bool { [2, 3, 7].contains(appleRendering) }

    /// Others use the numbers for things of their own.
    private var appleRendering: CInt? { make == "Apple" ? exif.custom_rendered : nil }
}

extension ImageDecoder {
    /// The EXIF block of a file that has one of its own, from its TIFF header on; nil where there is none.
    ///
    /// - Throws: `unsupportedFormat` for formats whose metadata are not read, `corrupt`, `io`.
    public static func exifBlock(of source: ImageSource) throws(ImagingError) -> [UInt8]? {
        let window = try SourceWindow(source)
        switch try format(window) {
        // Of these, the whole file is the block.
        case .tiff, .dng, .cr2, .nef, .arw, .orf, .rw2: return nil
        case .heic, .heif, .avif: return try HEIFFile(window).container.metadataSources(source).exif
        default: return try metadataSources(window).exif
        }
    }
}

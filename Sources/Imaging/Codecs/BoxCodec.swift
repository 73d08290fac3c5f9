internal import PhotoModel

/// A codec that reads what the boxes around an image say. Header and pixels need a codec with a library.
protocol BoxCodec: ImageCodec {
    func boxes(_ file: ImageFile) throws(ImagingError) -> MetadataSources
}

extension BoxCodec {
    package func support(for format: MediaFormat) -> FormatSupport {
        FormatSupport(readsHeader: false, readsMetadata: true, decodesPixels: false)
    }

    /// Upright: JPEG XL's codestream has an orientation, which counts, JPEG 2000 has none, and neither's readers look for one in EXIF.
    package func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        var metadata = try boxes(file).metadata(file.source)
        metadata.orientation = .upright
        return metadata
    }

    package func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? { try boxes(file).exif }
}

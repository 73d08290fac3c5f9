internal import PhotoModel

/// A codec that reads metadata from the boxes around an image. Header and pixels need a codec with a library.
protocol BoxCodec: ImageCodec {
    func boxes(_ file: ImageFile) throws(ImagingError) -> MetadataSources
}

extension BoxCodec {
    package func support(for format: MediaFormat) -> FormatSupport {
        FormatSupport(readsHeader: false, readsMetadata: true, decodesPixels: false)
    }

    /// The orientation is always upright here. JPEG XL's codestream has its own, which is the one that counts; JPEG
    /// 2000 has none; and readers of both ignore the one in EXIF.
    package func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        var metadata = try boxes(file).metadata(file.source)
        metadata.orientation = .upright
        return metadata
    }

    package func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? { try boxes(file).exif }
}

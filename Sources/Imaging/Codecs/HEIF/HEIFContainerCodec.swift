package import PhotoModel

/// HEIC, HEIF and AVIF: everything but the pixels, which need a codec with a library.
package struct HEIFContainerCodec: ImageCodec {
    package let formats: [MediaFormat] = [.heic, .heif, .avif]
    /// The image to read, by its number in the file; nil: the main one.
    private let item: Int?

    package init(item: Int? = nil) { self.item = item }

    package func sniff(_ head: FileHead) -> MediaFormat? { FileTypeBox.sniffISOBaseMedia(head.view, formats) }

    package func support(for format: MediaFormat) -> FormatSupport {
        FormatSupport(
            readsHeader: true, readsMetadata: true, decodesPixels: false,
            advice:
                "\(format.rawValue.uppercased()) is decoded with libheif: install libheif1 and its plugin, and choose the "
                + "backend that uses them")
    }

    package func codec(forItem id: Int) -> (any ImageCodec)? { HEIFContainerCodec(item: id) }

    package func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        try HEIFFile(file, item: item).header()
    }

    /// The metadata of the file's main image.
    package func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata { try HEIFFile(file).metadata() }

    package func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? { try HEIFFile(file).exifBlock() }

    package func motionPhoto(of source: ImageSource, metadata: ImageMetadata?) -> MotionPhoto? {
        MotionPhoto(boxOf: source) ?? metadata?.motionPhoto
    }

    package var hasAnimations: Bool { true }

    package func animation(of file: ImageFile) throws(ImagingError) -> ImageAnimation? {
        ISOSequence.animation(file.window)
    }

    package func items(of file: ImageFile) throws(ImagingError) -> [ImageItem] { try HEIFFile(file).items() }
}

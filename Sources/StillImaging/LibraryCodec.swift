internal import Imaging
internal import PhotoModel

/// A codec that decodes with a library, and leaves what is said of images to the codec that does so without it.
protocol LibraryCodec: ImageCodec {
    associatedtype Facts: ImageCodec
    var library: StillLibrary { get }
    /// Reads metadata.
    var facts: Facts { get }
}

extension LibraryCodec {
    public func support(for format: MediaFormat) -> FormatSupport { FormatSupport(library) }

    public func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata { try facts.metadata(of: file) }

    public func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? { try facts.exifBlock(of: file) }
}

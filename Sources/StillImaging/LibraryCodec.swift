internal import Imaging
internal import PhotoModel

/// A codec that decodes pixels with a library. Metadata is read by another codec, which needs no library.
protocol LibraryCodec: ImageCodec {
    associatedtype Facts: ImageCodec
    var library: StillLibrary { get }
    /// The codec that reads metadata.
    var facts: Facts { get }
}

extension LibraryCodec {
    public func support(for format: MediaFormat) -> FormatSupport { FormatSupport(library) }

    public func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata { try facts.metadata(of: file) }

    public func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? { try facts.exifBlock(of: file) }
}

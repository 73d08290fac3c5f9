extension ImageDecoder {
    public func metadata(of source: ImageSource) throws(ImagingError) -> ImageMetadata {
        throw .unsupportedFormat("metadata")
    }
}

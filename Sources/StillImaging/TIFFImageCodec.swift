public import Imaging
public import PhotoModel

/// Reads the first image of a TIFF file, with libtiff.
public struct TIFFImageCodec: LibraryCodec {
    public let formats: [MediaFormat] = [.tiff]
    let library = StillLibrary.libtiff
    let facts = TIFFCodec()

    public init() {}

    public func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        header(try TIFFDecoder(file.source, .standard), file)
    }

    /// As libtiff says, which does not read XMP: that may say how an image is turned that has no tag for it.
    private func header(_ decoder: TIFFDecoder, _ file: ImageFile) -> ImageHeader {
        let header = decoder.header
        guard header.orientation == .upright, let metadata = try? facts.metadata(of: file) else { return header }
        return header.turned(metadata.orientation)
    }

    public func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        try limits.check(fileBytes: file.source.byteCount)
        let decoder = try TIFFDecoder(file.source, limits, cancellation)
        return try RowRenderer(decoder: decoder, header: header(decoder, file), request: request, limits: limits)
            .render(file.source, cancellation)
    }
}

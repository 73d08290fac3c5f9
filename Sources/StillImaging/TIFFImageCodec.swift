public import Imaging
public import PhotoModel

/// Reads the first image of a TIFF file, with libtiff.
public struct TIFFImageCodec: LibraryCodec {
    public let formats: [MediaFormat] = [.tiff]
    let library = StillLibrary.libtiff
    let facts = TIFFCodec()

    public init() {}

    public func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        try TIFFDecoder(file.source, .standard).header
    }

    public func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        try limits.check(fileBytes: file.source.byteCount)
        let decoder = try TIFFDecoder(file.source, limits, cancellation)
        return try RowRenderer(decoder: decoder, header: decoder.header, request: request, limits: limits)
            .render(file.source, cancellation)
    }
}

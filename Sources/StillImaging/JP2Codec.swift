public import Imaging
public import PhotoModel

/// Reads JPEG 2000 with OpenJPEG, at the smallest size in the file that is large enough.
public struct JP2Codec: LibraryCodec {
    public let formats: [MediaFormat] = [.jp2]
    let library = StillLibrary.openJPEG
    let facts = JP2ContainerCodec()

    public init() {}

    public func header(of file: ImageFile) throws(ImagingError) -> ImageHeader { try JP2File(file).header }

    public func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        try limits.check(fileBytes: file.source.byteCount)
        let jp2 = try JP2File(file, cancellation)
        try limits.check(pixels: jp2.header.storedSize)
        return try jp2.render(request, limits: limits, cancellation)
    }
}

internal import CStills
public import Imaging
public import PhotoModel

/// Reads JPEG XL with libjxl. Of an animation, the first frame is decoded.
public struct JXLCodec: LibraryCodec {
    public let formats: [MediaFormat] = [.jxl]
    let library = StillLibrary.libjxl
    let facts = JXLContainerCodec(unpack: JXLBoxes.unpacked)

    public init() {}

    public func header(of file: ImageFile) throws(ImagingError) -> ImageHeader { try JXLFile(file.source).header }

    public func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        try limits.check(fileBytes: file.source.byteCount)
        let jxl = try JXLFile(file.source, limits: limits)
        try limits.check(pixels: jxl.header.storedSize)
        return try WholeImageRenderer(decoder: jxl, header: jxl.header, request: request, limits: limits)
            .render(file.source, cancellation)
    }
}

internal import PhotoModel

/// BMP of Windows and OS/2, uncompressed or with run-length encoding.
struct BMPCodec: ImageCodec {
    let formats: [MediaFormat] = [.bmp]

    /// The length of the second header tells the version of the format.
    func sniff(_ head: FileHead) -> MediaFormat? {
        guard head.view.has("BM", at: 0), let length = head.view.littleUInt32(at: 14),
            BMPHeader.lengths.contains(Int(length))
        else { return nil }
        return .bmp
    }

    /// BMP has no metadata that cameras write.
    func support(for format: MediaFormat) -> FormatSupport {
        FormatSupport(readsHeader: true, readsMetadata: false, decodesPixels: true)
    }

    func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        try BMPHeader(file.window.head).imageHeader
    }

    func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        let header = try BMPHeader(file.window.head)
        try limits.check(fileBytes: file.source.byteCount)
        try limits.check(pixels: header.size)
        try limits.check(memoryBytes: header.workingBytes)
        // Runs may be anywhere in the file, all of which is in memory while they are decoded.
        if header.compression == .runs {
            try limits.check(memoryBytes: header.workingBytes + file.source.byteCount)
        }
        let decoder = try BMPDecoder(file.source, header, cancellation)
        return try RowRenderer(decoder: decoder, header: header.imageHeader, request: request, limits: limits)
            .render(file.source, cancellation)
    }
}

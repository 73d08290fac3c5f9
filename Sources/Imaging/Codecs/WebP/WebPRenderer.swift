internal import CImaging
internal import PhotoModel

/// Decodes a WebP, or the first frame of an animated one, at full size.
struct WebPRenderer: WholeImageDecoding {
    let source: ImageSource
    let structure: WebPStructure
    let limits: ImageLimits

    /// libwebp decodes the first eighth of a lossless image in one step, which takes a hundred milliseconds for an
    /// image larger than this.
    private static let abandonablePixels = 1 << 23

    private var format: PixelFormat { structure.hasAlpha ? .rgba8 : .rgb8 }

    /// What libwebp keeps of a group of prefix codes of lossless data.
    private static let groupBytes = 13_000

    /// Memory for the file, for libwebp (lossless: four bytes a pixel), and for the image. The tables of lossless data are
    /// counted when the data are there.
    var memoryBytes: Int { source.byteCount + (4 + format.bytesPerPixel) * structure.size.pixelCount }

    func decode(_ cancellation: Cancellation) throws(ImagingError) -> (PixelBuffer, RenderDiagnostics) {
        let size = structure.size
        let bytes = try source.allBytes(cancellation)
        let memoryBytes = try memoryBytes + tableBytes(bytes, cancellation)
        try limits.check(memoryBytes: memoryBytes)
        let profile = try WebPStructure.read(structure.profile, source).map { ICCProfile($0) }
        let buffer = try PixelBuffer.allocate(size, format, profile?.colorSpace(componentCount: 3) ?? .sRGB)
        let plane = buffer.planes[0]
        // Frames of an animation may leave parts of the canvas uncovered: those are transparent, or white.
        try plane.fill(structure.hasAlpha ? 0 : 255, cancellation)
        let decoding = WebPDecoding(bytes: bytes, buffer: buffer)
        try cancellation.withCQuestion { cancel throws(ImagingError) in
            try ImagingError.check(path: source.path) {
                size.pixelCount < Self.abandonablePixels
                    ? decoding.run(cancel, $0)
                    : decoding.runAbandonably(
                        memoryBytes: memoryBytes, memoryLimit: limits.maxMemoryBytes, cancel, $0)
            }
        }
        return (buffer, RenderDiagnostics())
    }

    /// Memory for the tables. A file may have 65,536 of these groups, while encoders make some hundreds.
    private func tableBytes(_ bytes: [UInt8], _ cancellation: Cancellation) throws(ImagingError) -> Int {
        guard let lossless = WebPLosslessData.find(in: ByteView(bytes), canvas: structure.size) else { return 0 }
        // Of a large image, others wait for what it holds if it is abandoned: there, an upper bound is not enough.
        let isAbandonable = structure.size.pixelCount >= Self.abandonablePixels
        let mostWanted = isAbandonable ? 0 : max(0, limits.maxMemoryBytes - memoryBytes) / Self.groupBytes
        return try lossless.groupCount(mostWanted: mostWanted, cancellation) * Self.groupBytes
    }
}

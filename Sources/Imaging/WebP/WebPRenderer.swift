internal import CImaging
internal import Pixels

/// Decodes a WebP, or the first frame of an animated one, at full size.
struct WebPRenderer {
    let source: ImageSource
    let structure: WebPStructure

    private var format: PixelFormat { structure.hasAlpha ? .rgba8 : .rgb8 }

    /// Memory for the file, for what libwebp holds (lossless: four bytes a pixel), and for the image.
    var memoryBytes: Int { source.byteCount + (4 + format.bytesPerPixel) * structure.size.pixelCount }

    func decode(_ stop: StopCheck) throws(ImagingError) -> PixelBuffer {
        let size = structure.size
        let profile = try WebPStructure.read(structure.profile, source).map { ICCProfile($0) }
        let buffer = try PixelBuffer.allocate(size, format, profile?.colorSpace(componentCount: 3) ?? .sRGB)
        let plane = buffer.planes[0]
        // Frames of an animation may leave parts of the canvas open: transparent, or white.
        try plane.fill(structure.hasAlpha ? 0 : 255, stop)
        let bytes = try source.allBytes(stop)
        try Cancellation.withCheck(stop.isCancelled) { cancel throws(ImagingError) in
            try ImagingError.check(path: source.path) {
                imaging_webp_decode(
                    bytes, bytes.count, UInt32(size.width), UInt32(size.height), CInt(format.bytesPerPixel),
                    plane.base, plane.stride, cancel, $0
                )
            }
        }
        withExtendedLifetime(buffer) {}
        return buffer
    }
}

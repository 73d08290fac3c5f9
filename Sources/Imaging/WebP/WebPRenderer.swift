internal import CImaging
internal import Pixels

/// Decodes a WebP, or the first frame of an animated one, at full size.
struct WebPRenderer {
    let source: ImageSource
    let structure: WebPStructure
    let limits: ImageLimits

    func decode() throws(ImagingError) -> PixelBuffer {
        let size = structure.size
        let format: PixelFormat = structure.hasAlpha ? .rgba8 : .rgb8
        try limits.check(memoryBytes: source.byteCount + 2 * format.bytesPerPixel * size.pixelCount)
        let profile = try WebPStructure.read(structure.profile, source).map { ICCProfile($0) }
        let buffer = try PixelBuffer.allocate(size, format, profile?.colorSpace(componentCount: 3) ?? .sRGB)
        let plane = buffer.planes[0]
        // Frames of an animation may leave parts of the canvas open: transparent, or white.
        plane.base.update(repeating: structure.hasAlpha ? 0 : 255, count: plane.stride * size.height)
        let bytes = try source.read(at: 0, count: source.byteCount)
        try ImagingError.check(path: source.path) {
            imaging_webp_decode(
                bytes, bytes.count, UInt32(size.width), UInt32(size.height), CInt(format.bytesPerPixel), plane.base,
                plane.stride, $0
            )
        }
        withExtendedLifetime(buffer) {}
        return buffer
    }
}

public import Pixels

/// Crops and scales images that are already decoded.
public struct ImageScaler: Sendable {
    /// Renders a part of an upright buffer, by the same rules as `ImageDecoder.render`.
    ///
    /// The format stays what it is. The colour policy is applied as for files. A request that changes nothing
    /// gives the buffer itself.
    ///
    /// - Throws: `invalidRequest`, `outOfMemory`.
    public static func scale(_ buffer: PixelBuffer, _ request: RenderRequest) throws(ImagingError) -> PixelBuffer {
        let geometry = try RenderGeometry.plan(buffer.size, request)
        let scaled = try resized(buffer, geometry, keepsSize: request.resizeMode == .none)
        return request.colorPolicy == .sRGB ? try scaled.convertedToSRGB() : scaled
    }

    private static func resized(
        _ buffer: PixelBuffer, _ geometry: RenderGeometry, keepsSize: Bool
    ) throws(ImagingError) -> PixelBuffer {
        let outputSize = keepsSize ? geometry.cropRect.size : geometry.outputSize
        if outputSize == buffer.size, geometry.cropRect.size == buffer.size { return buffer }
        let image = try PlanarImage(buffer)
        let renderer = PlanarRenderer(
            image: image, orientation: .upright, crop: geometry.cropRect, outputSize: outputSize
        )
        return try renderer.render(subsampling: image.subsampling ?? .yuv420)
    }
}

public import PhotoModel

/// Crops and scales images that are already decoded.
public struct ImageScaler: Sendable {
    /// Renders a part of an upright buffer, by the same rules as `ImageDecoder.render`.
    ///
    /// The format stays what it is. The colour policy is applied as for files. A request that changes nothing
    /// gives the buffer itself.
    ///
    /// - Parameter cancellation: Asked every few milliseconds, on the calling thread.
    /// - Throws: `invalidRequest`, `outOfMemory`, `cancelled`.
    public static func scale(
        _ buffer: PixelBuffer, _ request: RenderRequest, cancellation: Cancellation = .never
    ) throws(ImagingError) -> PixelBuffer {
        let geometry = try RenderGeometry.plan(buffer.size, request)
        let scaled = try resized(buffer, geometry, keepsSize: request.resizeMode == .none, cancellation)
        return request.convertsToSRGB ? try scaled.convertedToSRGB(cancellation) : scaled
    }

    private static func resized(
        _ buffer: PixelBuffer, _ geometry: RenderGeometry, keepsSize: Bool, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        let outputSize = keepsSize ? geometry.cropRect.size : geometry.outputSize
        if outputSize == buffer.size, geometry.cropRect.size == buffer.size { return buffer }
        let image = try PlanarImage(buffer, cancellation)
        let renderer = PlanarRenderer(
            image: image, orientation: .upright, crop: geometry.cropRect, outputSize: outputSize,
            cancellation: cancellation
        )
        return try renderer.render(subsampling: image.subsampling ?? .yuv420)
    }
}

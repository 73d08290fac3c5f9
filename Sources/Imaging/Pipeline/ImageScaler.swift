public import PhotoModel

/// Crops and scales images that are already decoded.
public struct ImageScaler: Sendable {
    /// Crops and scales an upright buffer, by the same rules as `ImageDecoder.render`. Colours are converted as for files.
    ///
    /// The result has the same format as the buffer. If the request changes nothing, the buffer itself is returned.
    ///
    /// - Parameter cancellation: checked every few milliseconds, on the calling thread.
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

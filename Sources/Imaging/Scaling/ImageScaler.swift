public import Pixels

/// Crops and scales images that are already decoded.
public struct ImageScaler: Sendable {
    /// Renders a part of an upright buffer, by the same rules as `ImageDecoder.render`.
    ///
    /// The format stays what it is. The colour policy is applied as for files. A request that changes nothing
    /// gives the buffer itself.
    ///
    /// - Parameter isCancelled: Asked every few milliseconds, on the calling thread.
    /// - Throws: `invalidRequest`, `outOfMemory`, `cancelled`.
    public static func scale(
        _ buffer: PixelBuffer, _ request: RenderRequest, isCancelled: () -> Bool = { false }
    ) throws(ImagingError) -> PixelBuffer {
        let geometry = try RenderGeometry.plan(buffer.size, request)
        return try StopCheck.with(isCancelled) { stop throws(ImagingError) in
            let scaled = try resized(buffer, geometry, keepsSize: request.resizeMode == .none, stop)
            return request.colorPolicy == .sRGB ? try scaled.convertedToSRGB(stop) : scaled
        }
    }

    private static func resized(
        _ buffer: PixelBuffer, _ geometry: RenderGeometry, keepsSize: Bool, _ stop: StopCheck
    ) throws(ImagingError) -> PixelBuffer {
        let outputSize = keepsSize ? geometry.cropRect.size : geometry.outputSize
        if outputSize == buffer.size, geometry.cropRect.size == buffer.size { return buffer }
        let image = try PlanarImage(buffer, stop)
        let renderer = PlanarRenderer(
            image: image, orientation: .upright, crop: geometry.cropRect, outputSize: outputSize, stop: stop
        )
        return try renderer.render(subsampling: image.subsampling ?? .yuv420)
    }
}

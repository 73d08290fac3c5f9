package import PhotoModel

extension EmbeddedPreview {
    /// Renders as if the preview were the image: crops are in pixels of the image, and the result has the same size as
    /// that of the image; but nothing is enlarged unless the exact size is requested.
    package func render(
        _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        let request = try adapted(request)
        switch content {
        case .jpeg(let bytes):
            let window = try SourceWindow(ImageSource(bytes: bytes))
            return try JPEGRenderer(window, request, limits, orientation: orientation).render(cancellation)
        case .pixels(let buffer):
            let turned = orientation.apply(to: buffer.size)
            let geometry = try RenderGeometry.plan(turned, request)
            // The preview, upright and as it is stored, and what scaling takes.
            try limits.check(
                memoryBytes: 8 * turned.pixelCount
                    + ShrunkImage.memoryBytes(
                        part: geometry.cropRect.size, factor: 1, output: geometry.renderedSize(request.resizeMode),
                        channels: 4))
            let upright = try buffer.oriented(orientation, cancellation)
            return RenderedImage(
                buffer: try ImageScaler.scale(upright, request, cancellation: cancellation),
                diagnostics: RenderDiagnostics())
        }
    }

    /// Converts a request for the image to one for the preview.
    func adapted(_ request: RenderRequest) throws(ImagingError) -> RenderRequest {
        let geometry = try RenderGeometry.plan(imageSize, request)
        let upright = orientation.apply(to: size)
        var adapted = request
        // The aspect ratio of a preview is off by a fraction of a pixel; that of the result must not be.
        adapted.contentMode = .aspectFill
        let part = geometry.cropRect.scaled(from: imageSize, to: upright)
        adapted.crop = part
        let isEnlarged = geometry.outputSize.width > part.width || geometry.outputSize.height > part.height
        adapted.targetSize = isEnlarged && request.resizeMode != .exact ? nil : geometry.outputSize
        return adapted
    }
}

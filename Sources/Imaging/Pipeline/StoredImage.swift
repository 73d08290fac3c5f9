package import PhotoModel

/// An image as a codec decoded it, before it is turned upright, scaled and converted to the right colours.
package struct StoredImage {
    /// Gray samples, or planes of three components of any kind.
    package let samples: PixelBuffer
    /// The image's size in square pixels, as stored. The number of samples may differ from it.
    package let size: PixelSize
    package let orientation: Orientation
    /// Converts samples in place to what their format says, after they were scaled to one of each component for each pixel. Nil
    /// if they need no conversion.
    package let recolor: ((PixelBuffer) -> Void)?

    package init(
        samples: PixelBuffer, size: PixelSize, orientation: Orientation, recolor: ((PixelBuffer) -> Void)? = nil
    ) {
        self.samples = samples
        self.size = size
        self.orientation = orientation
        self.recolor = recolor
    }

    /// Crops, scales, turns upright and converts colours, by the same rules as `ImageDecoder.render`.
    ///
    /// - Parameter cancellation: checked every few milliseconds, on the calling thread.
    /// - Throws: `invalidRequest`, `outOfMemory`, `cancelled`.
    package func render(_ request: RenderRequest, cancellation: Cancellation) throws(ImagingError) -> PixelBuffer {
        let upright = try rendered(request, cancellation)
        return request.convertsToSRGB ? try upright.convertedToSRGB(cancellation, isOwn: true) : upright
    }

    private func rendered(_ request: RenderRequest, _ cancellation: Cancellation) throws(ImagingError) -> PixelBuffer {
        let uprightSize = orientation.apply(to: size)
        let geometry = try RenderGeometry.plan(uprightSize, request)
        let image = try PlanarImage(samples, cancellation).resized(to: size)
        let renderer = PlanarRenderer(
            image: image, orientation: orientation,
            crop: orientation.storedRect(of: geometry.cropRect, in: uprightSize),
            outputSize: geometry.renderedSize(request.resizeMode), cancellation: cancellation)
        let target: ChromaSubsampling = image.subsampling == .yuv444 ? .yuv444 : .scaled(to: renderer.outputSize)
        guard let recolor else { return try renderer.render(subsampling: target) }
        let full = try renderer.render(subsampling: .yuv444)
        recolor(full)
        // Chroma is kept at full size until here, so that it is filtered only once.
        let converted = request.convertsToSRGB ? try full.convertedToSRGB(cancellation, isOwn: true) : full
        return converted.format == .gray8 ? converted : try converted.shrunkChroma(target, cancellation)
    }
}

extension PlanarImage {
    /// The same samples, taken as those of an image of another size.
    fileprivate func resized(to newSize: PixelSize) -> PlanarImage {
        let horizontal = Double(size.width) / Double(newSize.width)
        let vertical = Double(size.height) / Double(newSize.height)
        let planes = planes.map { plane in
            Plane(
                owner: plane.owner, base: plane.base, stride: plane.stride, size: plane.size,
                scaleX: plane.scaleX * horizontal, scaleY: plane.scaleY * vertical)
        }
        return PlanarImage(size: newSize, model: model, planes: planes, colorSpace: colorSpace)
    }
}

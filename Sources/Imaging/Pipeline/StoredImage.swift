package import PhotoModel

/// An image as a codec decoded it: neither upright nor of the right size or colours yet.
package struct StoredImage {
    /// Gray, or planes of three components, whatever they are.
    package let samples: PixelBuffer
    /// The image's size in square pixels, as stored; its samples may be fewer or more.
    package let size: PixelSize
    package let orientation: Orientation
    /// Makes samples what their format says, in place, once there is one of each component for each pixel. Nil: they
    /// are.
    package let recolor: ((PixelBuffer) -> Void)?

    package init(
        samples: PixelBuffer, size: PixelSize, orientation: Orientation, recolor: ((PixelBuffer) -> Void)? = nil
    ) {
        self.samples = samples
        self.size = size
        self.orientation = orientation
        self.recolor = recolor
    }

    /// Cuts, scales, turns upright and recolours, by the same rules as `ImageDecoder.render`.
    ///
    /// - Parameter cancellation: Asked every few milliseconds, on the calling thread.
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
        // Chroma at full size on the way, so that it is filtered once only.
        let converted = request.convertsToSRGB ? try full.convertedToSRGB(cancellation, isOwn: true) : full
        return converted.format == .gray8 ? converted : try converted.shrunkChroma(target, cancellation)
    }
}

extension PlanarImage {
    /// The same samples, taken for those of an image of another size.
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

internal import PhotoModel

/// Turns an image that its codec has already turned as the file says, because something beside the file, such as a
/// sidecar, gives it another orientation.
///
/// Codecs do not know about it: requests are converted to the orientation in the file, and the codecs' results are turned.
struct FurtherTurn {
    private let orientation: Orientation
    /// The size of the final image.
    private let size: PixelSize

    /// Nil if both orientations are the same.
    init?(from header: ImageHeader, to orientation: Orientation) {
        guard header.orientation != orientation else { return nil }
        self.orientation = header.orientation.inverse.followed(by: orientation)
        size = orientation.apply(to: header.storedSize)
    }

    /// Renders a request that is in pixels of the final image.
    ///
    /// - Parameter render: renders a request that is in pixels of the image as its file orients it.
    func rendered(
        _ request: RenderRequest, _ limits: ImageLimits, _ cancellation: Cancellation,
        render: (RenderRequest) throws(ImagingError) -> RenderedImage
    ) throws(ImagingError) -> RenderedImage {
        let image = try render(try turnedBack(request))
        let pixels = image.buffer.size.pixelCount * image.buffer.format.greatestPixelBytes
        try limits.check(memoryBytes: 2 * pixels)
        return RenderedImage(buffer: try applied(to: image.buffer, cancellation), diagnostics: image.diagnostics)
    }

    private func turnedBack(_ request: RenderRequest) throws(ImagingError) -> RenderRequest {
        let geometry = try RenderGeometry.plan(size, request)
        var inner = request
        inner.targetSize = request.targetSize.map { orientation.apply(to: $0) }
        // This crop is computed for the final image: one that cannot be exactly central must be off in that image's direction.
        let part = request.targetSize != nil && request.contentMode == .aspectFill ? geometry.cropRect : request.crop
        inner.crop = part.map { orientation.storedRect(of: $0, in: size) }
        return inner
    }

    func applied(to buffer: PixelBuffer, _ cancellation: Cancellation) throws(ImagingError) -> PixelBuffer {
        guard case .ycbcr8(let subsampling) = buffer.format else {
            return try buffer.oriented(orientation, cancellation)
        }
        let renderer = PlanarRenderer(
            image: try PlanarImage(buffer, cancellation), orientation: orientation,
            crop: PixelRect(covering: buffer.size), outputSize: orientation.apply(to: buffer.size),
            cancellation: cancellation)
        return try renderer.render(subsampling: orientation.swapsAxes ? subsampling.transposed : subsampling)
    }
}

extension PixelFormat {
    /// The most bytes that a pixel takes in all planes together.
    fileprivate var greatestPixelBytes: Int {
        switch self {
        case .gray8: 1
        case .rgb8, .ycbcr8: 3
        case .rgba8: 4
        }
    }
}

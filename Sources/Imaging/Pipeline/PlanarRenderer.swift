internal import CImaging
internal import PhotoModel

/// Crops planes, scales them and turns them upright, one plane after the other.
struct PlanarRenderer {
    let image: PlanarImage
    let orientation: Orientation
    /// The part to render, in pixels of the stored, full-size image.
    let crop: PixelRect
    /// The size of the result, upright.
    let outputSize: PixelSize
    /// Whether the edges of the part are moved outwards to whole samples, so that planes are copied and not filtered.
    var snapsToSamples = false
    let cancellation: Cancellation

    /// The size of the result before it is turned.
    var storedOutputSize: PixelSize { orientation.inverse.apply(to: outputSize) }

    /// - Parameter subsampling: that of the upright result, for YCbCr.
    func render(subsampling: ChromaSubsampling) throws(ImagingError) -> PixelBuffer {
        switch image.model {
        case .gray: try renderPlanes(into: PixelBuffer.allocate(outputSize, .gray8, image.colorSpace))
        case .ycbcr: try renderPlanes(into: PixelBuffer.allocate(outputSize, .ycbcr8(subsampling), image.colorSpace))
        case .rgb: try renderInterleaved(.rgb8, count: 3)
        case .premultipliedRGBA: try renderInterleaved(.rgba8, count: 4)
        }
    }

    private func renderPlanes(into buffer: PixelBuffer) throws(ImagingError) -> PixelBuffer {
        for (index, target) in buffer.planes.enumerated() {
            try renderPlane(image.planes[index], into: target, mapping: PlaneMapping(self, plane: index, of: buffer))
        }
        return buffer
    }

    private func renderPlane(
        _ plane: PlanarImage.Plane, into target: PixelBuffer.Plane, mapping: PlaneMapping
    ) throws(ImagingError) {
        defer { withExtendedLifetime(plane.owner) {} }
        if let (x, y) = mapping.sampleOrigin {
            try turn(plane.base + y * plane.stride + x, plane.stride, mapping.targetSize, into: target)
        } else if orientation == .upright {
            try scale(plane, mapping.region, into: target)
        } else {
            let scaled = try PixelBuffer.allocate(mapping.targetSize, .gray8)
            try scale(plane, mapping.region, into: scaled.planes[0])
            try turn(scaled.planes[0].base, scaled.planes[0].stride, mapping.targetSize, into: target)
            withExtendedLifetime(scaled) {}
        }
    }

    private func turn(
        _ base: UnsafePointer<UInt8>, _ stride: Int, _ size: PixelSize, into target: PixelBuffer.Plane,
        pixelBytes: Int = 1
    ) throws(ImagingError) {
        let from = PixelBuffer.Plane(base: UnsafeMutablePointer(mutating: base), stride: stride, size: size)
        try target.turn(from, orientation, pixelBytes: pixelBytes, cancellation)
    }

    private func scale(
        _ plane: PlanarImage.Plane, _ region: imaging_region, into target: PixelBuffer.Plane
    ) throws(ImagingError) {
        var source = imaging_plane(
            base: plane.base, stride: plane.stride, width: UInt32(plane.size.width), height: UInt32(plane.size.height)
        )
        var result = imaging_plane(
            base: target.base, stride: target.stride, width: UInt32(target.size.width),
            height: UInt32(target.size.height)
        )
        try cancellation.withCQuestion { cancel throws(ImagingError) in
            try ImagingError.check { imaging_scale_plane(&source, region, &result, cancel, $0) }
        }
    }

    private func renderInterleaved(_ format: PixelFormat, count: Int) throws(ImagingError) -> PixelBuffer {
        var scaled: [PixelBuffer] = []
        for plane in image.planes {
            let target = try PixelBuffer.allocate(storedOutputSize, .gray8)
            let upright = PlanarRenderer(
                image: image, orientation: .upright, crop: crop, outputSize: storedOutputSize,
                snapsToSamples: snapsToSamples, cancellation: cancellation
            )
            try upright.renderPlane(
                plane, into: target.planes[0], mapping: PlaneMapping(upright, plane: 0, of: target)
            )
            scaled.append(target)
        }
        return try joined(scaled, format, count: count)
    }

    private func joined(
        _ planes: [PixelBuffer], _ format: PixelFormat, count: Int
    ) throws(ImagingError) -> PixelBuffer {
        let stored = try PixelBuffer.allocate(storedOutputSize, format, image.colorSpace)
        let target = stored.planes[0]
        let size = storedOutputSize
        let strides = planes.map { $0.planes[0].stride }
        try cancellation.bands(rows: size.height, rowBytes: target.stride) { rows in
            let top = rows.lowerBound
            imaging_interleave(
                planes.map { UnsafePointer($0.planes[0].row(top)) }, strides, size.width, rows.count, count,
                target.row(top), target.stride
            )
            if format == .rgba8 { imaging_unpremultiply(target.row(top), target.stride, size.width, rows.count) }
        }
        withExtendedLifetime(planes) {}
        if orientation == .upright { return stored }
        let upright = try PixelBuffer.allocate(outputSize, format, image.colorSpace)
        try turn(target.base, target.stride, size, into: upright.planes[0], pixelBytes: count)
        withExtendedLifetime(stored) {}
        return upright
    }
}

internal import CImaging
internal import PhotoModel

extension PlanarImage {
    /// The planes of a buffer. Planes that can be scaled as they are share the buffer's memory; interleaved pixels are copied
    /// into planes.
    init(_ buffer: PixelBuffer, _ cancellation: Cancellation) throws(ImagingError) {
        if case .ycbcr8 = buffer.format {
            self.init(
                size: buffer.size, model: .ycbcr, planes: try Self.lent(buffer, cancellation),
                colorSpace: buffer.colorSpace)
        } else {
            try self.init(buffer, isPremultiplied: false, size: buffer.size, shrunkBy: 1, cancellation)
        }
    }

    /// The planes of a gray or interleaved buffer that contains an image of `size`, shrunk by an integer factor.
    init(
        _ buffer: PixelBuffer, isPremultiplied: Bool, size: PixelSize, shrunkBy factor: Int,
        _ cancellation: Cancellation
    ) throws(ImagingError) {
        self.size = size
        colorSpace = buffer.colorSpace
        let scale = 1 / Double(factor)
        switch buffer.format {
        case .rgb8:
            model = .rgb
            planes = try Self.takenApart(buffer, count: 3, scale: scale, cancellation)
        case .rgba8:
            model = .premultipliedRGBA
            let multiplied = isPremultiplied ? buffer : try buffer.premultiplied(cancellation)
            planes = try Self.takenApart(multiplied, count: 4, scale: scale, cancellation)
        case .gray8, .ycbcr8:
            model = .gray
            let (owner, plane) = try Self.aligned(buffer.planes[0], of: buffer, cancellation)
            planes = [Plane(owner, plane, scale: scale)]
        }
    }

    private static func lent(_ buffer: PixelBuffer, _ cancellation: Cancellation) throws(ImagingError) -> [Plane] {
        var lent: [Plane] = []
        for (index, plane) in buffer.planes.enumerated() {
            let subsampling: ChromaSubsampling? =
                if index > 0, case .ycbcr8(let subsampling) = buffer.format { subsampling } else { nil }
            let (owner, aligned) = try aligned(plane, of: buffer, cancellation)
            lent.append(
                Plane(
                    owner: owner, base: aligned.base, stride: aligned.stride, size: plane.size,
                    scaleX: 1 / Double(1 << (subsampling?.horizontalShift ?? 0)),
                    scaleY: 1 / Double(1 << (subsampling?.verticalShift ?? 0))
                )
            )
        }
        return lent
    }

    /// The plane, or a copy with aligned rows, which the scaler needs: buffers from other allocators may have no such rows.
    private static func aligned(
        _ plane: PixelBuffer.Plane, of buffer: PixelBuffer, _ cancellation: Cancellation
    ) throws(ImagingError) -> (PixelBuffer, PixelBuffer.Plane) {
        let alignment = PixelBuffer.rowAlignment
        if Int(bitPattern: plane.base) % alignment == 0, plane.stride % alignment == 0 { return (buffer, plane) }
        let copy = try PixelBuffer.allocate(plane.size, .gray8)
        try copy.planes[0].copy(from: plane, pixelBytes: 1, cancellation)
        return (copy, copy.planes[0])
    }

    private static func takenApart(
        _ buffer: PixelBuffer, count: Int, scale: Double, _ cancellation: Cancellation
    ) throws(ImagingError) -> [Plane] {
        var owners: [PixelBuffer] = []
        for _ in 0..<count { owners.append(try PixelBuffer.allocate(buffer.size, .gray8)) }
        let interleaved = buffer.planes[0]
        let strides = owners.map { $0.planes[0].stride }
        try cancellation.bands(rows: buffer.size.height, rowBytes: interleaved.stride) { rows in
            imaging_deinterleave(
                interleaved.row(rows.lowerBound), interleaved.stride, buffer.size.width, rows.count, count,
                owners.map { $0.planes[0].row(rows.lowerBound) }, strides
            )
        }
        withExtendedLifetime(buffer) {}
        return owners.map { Plane($0, $0.planes[0], scale: scale) }
    }
}

extension PlanarImage.Plane {
    /// A whole plane of a buffer.
    ///
    /// - Parameter scale: samples for one pixel of the full-size image, along both axes.
    init(_ owner: PixelBuffer, _ plane: PixelBuffer.Plane, scale: Double) {
        self.init(
            owner: owner, base: plane.base, stride: plane.stride, size: plane.size, scaleX: scale, scaleY: scale
        )
    }
}

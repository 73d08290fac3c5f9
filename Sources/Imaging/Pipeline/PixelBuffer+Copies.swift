internal import CImaging
internal import PhotoModel

extension PixelBuffer {
    /// Allocates a buffer, with the errors of this module.
    static func allocate(
        _ size: PixelSize, _ format: PixelFormat, _ colorSpace: ColorSpace = .sRGB
    ) throws(ImagingError) -> PixelBuffer {
        do {
            return try PixelBuffer(size: size, format: format, colorSpace: colorSpace)
        } catch {
            throw ImagingError(error)
        }
    }

    /// A copy of an RGBA buffer whose colours are multiplied by alpha.
    func premultiplied(_ cancellation: Cancellation) throws(ImagingError) -> PixelBuffer {
        let copy = try PixelBuffer.allocate(size, .rgba8, colorSpace)
        let target = copy.planes[0]
        try cancellation.bands(rows: size.height, rowBytes: target.stride) { rows throws(ImagingError) in
            for row in rows { target.row(row).update(from: planes[0].row(row), count: size.width * 4) }
            imaging_premultiply(target.row(rows.lowerBound), target.stride, size.width, rows.count)
        }
        return copy
    }

    /// The image turned upright; the buffer itself if it is upright already. Not for YCbCr.
    func oriented(_ orientation: Orientation, _ cancellation: Cancellation) throws(ImagingError) -> PixelBuffer {
        if orientation == .upright { return self }
        let result = try PixelBuffer.allocate(orientation.apply(to: size), format, colorSpace)
        try result.planes[0].turn(planes[0], orientation, pixelBytes: format.bytesPerPixel, cancellation)
        withExtendedLifetime(self) {}
        return result
    }

    /// The same samples, unchanged, labelled with another colour space.
    func relabelled(_ colorSpace: ColorSpace) -> PixelBuffer {
        PixelBuffer(size: size, format: format, colorSpace: colorSpace, planes: planes) { [self] in
            withExtendedLifetime(self) {}  // The new buffer borrows this one's memory.
        }
    }
}

extension PixelBuffer.Plane {
    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { base + y * stride }

    /// Copies the samples of a plane of the same size.
    func copy(from other: PixelBuffer.Plane, pixelBytes: Int, _ cancellation: Cancellation) throws(ImagingError) {
        try cancellation.bands(rows: size.height, rowBytes: size.width * pixelBytes) { rows in
            for row in rows { self.row(row).update(from: other.row(row), count: size.width * pixelBytes) }
        }
    }

    /// Sets all bytes of the rows, including their padding. Nil rows: all.
    func fill(_ value: UInt8, rows: Range<Int>? = nil, _ cancellation: Cancellation) throws(ImagingError) {
        let rows = rows ?? 0..<size.height
        try cancellation.bands(rows: rows.count, rowBytes: stride) { band in
            row(rows.lowerBound + band.lowerBound).update(repeating: value, count: stride * band.count)
        }
    }

    /// Fills this plane, which has the turned size, with another plane turned upright.
    func turn(
        _ other: PixelBuffer.Plane, _ orientation: Orientation, pixelBytes: Int, _ cancellation: Cancellation
    ) throws(ImagingError) {
        let size = other.size
        let rowBytes = size.width * pixelBytes
        try cancellation.bands(rows: size.height, rowBytes: rowBytes, multipleOf: 32) { rows throws(ImagingError) in
            // A band of rows becomes a band of rows or of columns, counted from the start or from the end.
            let steps = orientation.reversesY ? size.height - rows.upperBound : rows.lowerBound
            let start = orientation.swapsAxes ? base + steps * pixelBytes : row(steps)
            imaging_orient(
                other.row(rows.lowerBound), other.stride, size.width, rows.count, pixelBytes,
                CInt(orientation.rawValue), start, stride
            )
        }
    }
}

internal import CImaging
internal import PhotoModel

extension PixelBuffer {
    /// The same YCbCr image with another chroma subsampling.
    func resampled(_ subsampling: ChromaSubsampling, _ cancellation: Cancellation) throws(ImagingError) -> PixelBuffer {
        if format == .ycbcr8(subsampling) { return self }
        let renderer = PlanarRenderer(
            image: try PlanarImage(self, cancellation), orientation: .upright, crop: PixelRect(covering: size),
            outputSize: size,
            cancellation: cancellation
        )
        return try renderer.render(subsampling: subsampling)
    }

    /// Converts a YCbCr buffer without subsampling to RGB or RGBA.
    func colors(_ target: PixelFormat, _ cancellation: Cancellation) throws(ImagingError) -> PixelBuffer {
        let result = try PixelBuffer.allocate(size, target, colorSpace)
        let to = result.planes[0]
        let strides = planes.map(\.stride)
        try cancellation.bands(rows: size.height, rowBytes: to.stride) { rows in
            let top = rows.lowerBound
            imaging_ycbcr_to_rgb(
                planes.map { UnsafePointer($0.row(top)) }, strides, size.width, rows.count, to.row(top), to.stride,
                target.bytesPerPixel
            )
        }
        withExtendedLifetime(self) {}
        return result
    }

    /// Converts an RGB buffer to YCbCr without subsampling.
    func fullChroma(_ cancellation: Cancellation) throws(ImagingError) -> PixelBuffer {
        let result = try PixelBuffer.allocate(size, .ycbcr8(.yuv444), colorSpace)
        let from = planes[0]
        let strides = result.planes.map(\.stride)
        try cancellation.bands(rows: size.height, rowBytes: from.stride) { rows in
            let top = rows.lowerBound
            imaging_rgb_to_ycbcr(
                from.row(top), from.stride, format.bytesPerPixel, size.width, rows.count,
                result.planes.map { $0.row(top) }, strides
            )
        }
        withExtendedLifetime(self) {}
        return result
    }

    /// Subsamples the chroma of a YCbCr buffer without subsampling, by averaging neighbouring samples.
    func shrunkChroma(
        _ subsampling: ChromaSubsampling, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        if format == .ycbcr8(subsampling) { return self }
        let result = try PixelBuffer.allocate(size, .ycbcr8(subsampling), colorSpace)
        try result.planes[0].copy(from: planes[0], pixelBytes: 1, cancellation)
        for index in 1...2 {
            let (from, to) = (planes[index], result.planes[index])
            let step = 1 << subsampling.verticalShift
            try cancellation.bands(rows: size.height, rowBytes: from.stride, multipleOf: step) { rows in
                let top = rows.lowerBound
                imaging_shrink(
                    from.row(top), from.stride, size.width, rows.count, CInt(subsampling.horizontalShift),
                    CInt(subsampling.verticalShift), to.row(top / step), to.stride
                )
            }
        }
        withExtendedLifetime(self) {}
        return result
    }
}

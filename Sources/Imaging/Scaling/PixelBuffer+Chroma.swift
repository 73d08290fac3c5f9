internal import CImaging
internal import Pixels

extension PixelBuffer {
    /// YCbCr with another chroma subsampling.
    func resampled(_ subsampling: ChromaSubsampling) throws(ImagingError) -> PixelBuffer {
        if format == .ycbcr8(subsampling) { return self }
        let renderer = PlanarRenderer(
            image: try PlanarImage(self), orientation: .upright, crop: PixelRect(covering: size), outputSize: size
        )
        return try renderer.render(subsampling: subsampling)
    }

    /// RGB or RGBA of a YCbCr buffer without subsampling.
    func colors(_ target: PixelFormat) throws(ImagingError) -> PixelBuffer {
        let result = try PixelBuffer.allocate(size, target, colorSpace)
        imaging_ycbcr_to_rgb(
            planes.map { UnsafePointer($0.base) }, planes.map(\.stride), size.width, size.height,
            result.planes[0].base, result.planes[0].stride, target.bytesPerPixel
        )
        withExtendedLifetime(self) {}
        return result
    }

    /// YCbCr without subsampling, of an RGB buffer.
    func fullChroma() throws(ImagingError) -> PixelBuffer {
        let result = try PixelBuffer.allocate(size, .ycbcr8(.yuv444), colorSpace)
        imaging_rgb_to_ycbcr(
            planes[0].base, planes[0].stride, format.bytesPerPixel, size.width, size.height,
            result.planes.map(\.base), result.planes.map(\.stride)
        )
        withExtendedLifetime(self) {}
        return result
    }

    /// Means of the chroma of a YCbCr buffer without subsampling.
    func shrunkChroma(_ subsampling: ChromaSubsampling) throws(ImagingError) -> PixelBuffer {
        if format == .ycbcr8(subsampling) { return self }
        let result = try PixelBuffer.allocate(size, .ycbcr8(subsampling), colorSpace)
        result.planes[0].copy(from: planes[0], pixelBytes: 1)
        for index in 1...2 {
            imaging_shrink(
                planes[index].base, planes[index].stride, size.width, size.height,
                CInt(subsampling.horizontalShift), CInt(subsampling.verticalShift), result.planes[index].base,
                result.planes[index].stride
            )
        }
        withExtendedLifetime(self) {}
        return result
    }
}

internal import CImaging
internal import Pixels

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension PixelBuffer {
    /// Allocates, with this module's errors.
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
    func premultiplied() throws(ImagingError) -> PixelBuffer {
        let copy = try PixelBuffer.allocate(size, .rgba8, colorSpace)
        copy.planes[0].copy(from: planes[0], pixelBytes: 4)
        imaging_premultiply(copy.planes[0].base, copy.planes[0].stride, size.width, size.height)
        return copy
    }

    /// The buffer turned upright: itself when it is, else a copy. Not for YCbCr.
    func oriented(_ orientation: Orientation) throws(ImagingError) -> PixelBuffer {
        if orientation == .upright { return self }
        let result = try PixelBuffer.allocate(orientation.apply(to: size), format, colorSpace)
        imaging_orient(
            planes[0].base, planes[0].stride, size.width, size.height, format.bytesPerPixel,
            CInt(orientation.rawValue), result.planes[0].base, result.planes[0].stride
        )
        withExtendedLifetime(self) {}
        return result
    }

    /// The same samples under another colour space.
    func relabelled(_ colorSpace: ColorSpace) -> PixelBuffer {
        PixelBuffer(size: size, format: format, colorSpace: colorSpace, planes: planes) { [self] in
            withExtendedLifetime(self) {}  // The new buffer borrows this one's memory.
        }
    }
}

extension PixelBuffer.Plane {
    /// Copies the samples of a plane of the same size.
    func copy(from other: PixelBuffer.Plane, pixelBytes: Int) {
        for row in 0..<size.height {
            memcpy(base + row * stride, other.base + row * other.stride, size.width * pixelBytes)
        }
    }
}

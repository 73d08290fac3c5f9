internal import CImaging
internal import Pixels

extension PixelBuffer {
    /// The image in sRGB; the buffer itself when it is that already. A profile that cannot be used counts as
    /// sRGB, as in browsers.
    func convertedToSRGB() throws(ImagingError) -> PixelBuffer {
        guard let profile = try ICCProfile(colorSpace) else { return self }
        switch (profile.kind, format) {
        case (IMAGING_PROFILE_RGB, .rgb8): return try transformed(profile)
        case (IMAGING_PROFILE_RGB, .rgba8): return try transformedWithAlpha(profile)
        case (IMAGING_PROFILE_RGB, .ycbcr8(let subsampling)):
            return try converted(to: .rgb8).transformed(profile).converted(to: .ycbcr8(subsampling))
        case (IMAGING_PROFILE_GRAY, .gray8): return try transformed(profile)
        default: return relabelled(.sRGB)
        }
    }

    private func transformed(_ profile: ICCProfile) throws(ImagingError) -> PixelBuffer {
        let result = try PixelBuffer.allocate(size, format, .sRGB)
        try profile.convert(planes[0], into: result.planes[0])
        withExtendedLifetime(self) {}
        return result
    }

    /// Colours are converted as they are and alpha is put back.
    private func transformedWithAlpha(_ profile: ICCProfile) throws(ImagingError) -> PixelBuffer {
        let opaque = try withoutAlpha()
        let colors = try opaque.transformed(profile)
        let result = try PixelBuffer.allocate(size, .rgba8, .sRGB)
        let target = result.planes[0]
        imaging_add_alpha(
            colors.planes[0].base, colors.planes[0].stride, size.width, size.height, target.base, target.stride
        )
        for y in 0..<size.height {
            let from = planes[0].base + y * planes[0].stride
            let to = target.base + y * target.stride
            for x in 0..<size.width { to[x * 4 + 3] = from[x * 4 + 3] }
        }
        withExtendedLifetime((self, colors)) {}
        return result
    }

    /// The colours of an RGBA buffer, whatever its alpha says.
    private func withoutAlpha() throws(ImagingError) -> PixelBuffer {
        let result = try PixelBuffer.allocate(size, .rgb8, colorSpace)
        for y in 0..<size.height {
            let from = planes[0].base + y * planes[0].stride
            let to = result.planes[0].base + y * result.planes[0].stride
            for x in 0..<size.width {
                to[x * 3] = from[x * 4]
                to[x * 3 + 1] = from[x * 4 + 1]
                to[x * 3 + 2] = from[x * 4 + 2]
            }
        }
        withExtendedLifetime(self) {}
        return result
    }
}

internal import CImaging
internal import PhotoModel

extension PixelBuffer {
    /// The image in sRGB; the buffer itself if it already is in sRGB. A profile that cannot be used counts as sRGB, as in
    /// browsers.
    ///
    /// - Parameter isOwn: whether no other code has this buffer, so that it may be overwritten.
    func convertedToSRGB(_ cancellation: Cancellation = .never, isOwn: Bool = false) throws(ImagingError) -> PixelBuffer
    {
        guard let profile = try ICCProfile(colorSpace) else { return self }
        switch (profile.kind, format) {
        case (IMAGING_PROFILE_RGB, .rgb8), (IMAGING_PROFILE_GRAY, .gray8): return try transformed(profile, cancellation)
        case (IMAGING_PROFILE_RGB, .rgba8): return try transformedWithAlpha(profile, cancellation)
        case (IMAGING_PROFILE_RGB, .ycbcr8(let subsampling)):
            let full = try resampled(.yuv444, cancellation)
            let converted = try full.transformedPlanes(profile, cancellation, isOwn: isOwn || full !== self)
            return try converted.shrunkChroma(subsampling, cancellation)
        default: return relabelled(.sRGB)
        }
    }

    private func transformed(_ profile: ICCProfile, _ cancellation: Cancellation) throws(ImagingError) -> PixelBuffer {
        let result = try PixelBuffer.allocate(size, format, .sRGB)
        try profile.convert(planes[0], into: result.planes[0], cancellation)
        withExtendedLifetime(self) {}
        return result
    }

    /// Converts RGBA: the colours alone, after which alpha is put back.
    private func transformedWithAlpha(
        _ profile: ICCProfile, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        let result = try PixelBuffer.allocate(size, .rgba8, .sRGB)
        let (from, to) = (planes[0], result.planes[0])
        try throughColors(profile, cancellation) { y, row in
            let pixels = from.row(y)
            for x in 0..<size.width {
                for index in 0..<3 { row[x * 3 + index] = pixels[x * 4 + index] }
            }
        } take: { y, row in
            let (pixels, target) = (from.row(y), to.row(y))
            for x in 0..<size.width {
                for index in 0..<3 { target[x * 4 + index] = row[x * 3 + index] }
                target[x * 4 + 3] = pixels[x * 4 + 3]
            }
        }
        withExtendedLifetime(self) {}
        return result
    }

    /// Converts YCbCr without subsampling, by way of RGB.
    private func transformedPlanes(
        _ profile: ICCProfile, _ cancellation: Cancellation, isOwn: Bool
    ) throws(ImagingError) -> PixelBuffer {
        let result = isOwn ? relabelled(.sRGB) : try PixelBuffer.allocate(size, format, .sRGB)
        let (strides, targetStrides) = (planes.map(\.stride), result.planes.map(\.stride))
        try throughColors(profile, cancellation) { y, row in
            imaging_ycbcr_to_rgb(planes.map { UnsafePointer($0.row(y)) }, strides, size.width, 1, row, 0, 3)
        } take: { y, row in
            imaging_rgb_to_ycbcr(row, 0, 3, size.width, 1, result.planes.map { $0.row(y) }, targetStrides)
        }
        withExtendedLifetime(self) {}
        return result
    }

    /// Converts band by band: `give` writes row `y` as RGB, and `take` receives it in sRGB.
    private func throughColors(
        _ profile: ICCProfile, _ cancellation: Cancellation, give: (Int, UnsafeMutablePointer<UInt8>) -> Void,
        take: (Int, UnsafeMutablePointer<UInt8>) -> Void
    ) throws(ImagingError) {
        try cancellation.bands(rows: size.height, rowBytes: size.width * 3) { rows throws(ImagingError) in
            let band = try PixelBuffer.allocate(PixelSize(width: size.width, height: rows.count), .rgb8)
            let plane = band.planes[0]
            for y in rows { give(y, plane.row(y - rows.lowerBound)) }
            try profile.convert(plane, into: plane, .never)
            for y in rows { take(y, plane.row(y - rows.lowerBound)) }
            withExtendedLifetime(band) {}
        }
    }
}

internal import CImaging
public import PhotoModel

extension PixelBuffer {
    /// The same image in another format; the buffer itself if it already has that format. If the new format has no alpha, the
    /// image is laid over white.
    ///
    /// The colour space is kept, with two exceptions: colours with a profile are converted to sRGB before they become gray,
    /// and gray with a profile becomes colours with an equivalent profile.
    ///
    /// - Parameter cancellation: checked between bands of rows.
    /// - Throws: `outOfMemory`, `cancelled`.
    public func converted(
        to target: PixelFormat, cancellation: Cancellation = .never
    ) throws(ImagingError) -> PixelBuffer {
        if format == target { return self }
        if target == .gray8, case .icc = colorSpace {
            return try convertedToSRGB(cancellation).converted(to: target, cancellation: cancellation)
        }
        switch (format, target) {
        case (.gray8, .rgb8): return try expandedGray(target, pixelBytes: 3, cancellation)
        case (.gray8, .rgba8): return try expandedGray(target, pixelBytes: 4, cancellation)
        case (.gray8, .ycbcr8(let subsampling)): return try withNeutralChroma(subsampling, cancellation)
        case (.ycbcr8, .gray8): return try lumaCopy(cancellation)
        case (.ycbcr8, .ycbcr8(let subsampling)): return try resampled(subsampling, cancellation)
        case (.ycbcr8, .rgb8), (.ycbcr8, .rgba8):
            return try resampled(.yuv444, cancellation).colors(target, cancellation)
        case (.rgba8, .rgb8): return try filled(target, cancellation) { imaging_flatten($0, $1, $2, $3, $4, $5) }
        case (.rgb8, .rgba8): return try filled(target, cancellation) { imaging_add_alpha($0, $1, $2, $3, $4, $5) }
        case (.rgba8, _):
            return try converted(to: .rgb8, cancellation: cancellation).converted(
                to: target, cancellation: cancellation)
        case (.rgb8, .gray8): return try filled(target, cancellation) { imaging_rgb_to_gray($0, $1, 3, $2, $3, $4, $5) }
        case (.rgb8, .ycbcr8(let subsampling)):
            return try fullChroma(cancellation).shrunkChroma(subsampling, cancellation)
        default: return self  // Equal formats, which the first line has handled.
        }
    }

    /// The colour space of the image in another format. Not for colours with a profile that become gray.
    private func colorSpace(in target: PixelFormat) -> ColorSpace {
        guard format == .gray8, target != .gray8, case .icc(let profile) = colorSpace else { return colorSpace }
        return ICCProfile(profile).colorSpaceOfColors()
    }

    /// A new buffer with one plane.
    ///
    /// - Parameter fill: fills it; its arguments are base and stride of this buffer, width, height, and base and stride of the
    ///   new one.
    private func filled(
        _ target: PixelFormat, _ cancellation: Cancellation,
        _ fill: (UnsafePointer<UInt8>, Int, Int, Int, UnsafeMutablePointer<UInt8>, Int) -> Void
    ) throws(ImagingError) -> PixelBuffer {
        let result = try PixelBuffer.allocate(size, target, colorSpace(in: target))
        let (from, to) = (planes[0], result.planes[0])
        try cancellation.bands(rows: size.height, rowBytes: to.stride) { rows in
            let top = rows.lowerBound
            fill(from.row(top), from.stride, size.width, rows.count, to.row(top), to.stride)
        }
        withExtendedLifetime(self) {}
        return result
    }

    private func expandedGray(
        _ target: PixelFormat, pixelBytes: Int, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        try filled(target, cancellation) { imaging_gray_to_rgb($0, $1, $2, $3, $4, $5, pixelBytes) }
    }

    private func withNeutralChroma(
        _ subsampling: ChromaSubsampling, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        let target = PixelFormat.ycbcr8(subsampling)
        let result = try PixelBuffer.allocate(size, target, colorSpace(in: target))
        try result.planes[0].copy(from: planes[0], pixelBytes: 1, cancellation)
        for plane in result.planes.dropFirst() { try plane.fill(128, cancellation) }
        withExtendedLifetime(self) {}
        return result
    }

    private func lumaCopy(_ cancellation: Cancellation) throws(ImagingError) -> PixelBuffer {
        let result = try PixelBuffer.allocate(size, .gray8, colorSpace)
        try result.planes[0].copy(from: planes[0], pixelBytes: 1, cancellation)
        withExtendedLifetime(self) {}
        return result
    }
}

internal import CImaging
public import PhotoModel

/// Writes PNG files.
public struct PNGEncoder: Sendable {
    /// 1…9: the higher, the smaller the file, and the longer it takes. The initializer clamps other values.
    public var compressionLevel: Int

    public init(compressionLevel: Int = 6) {
        self.compressionLevel = min(max(compressionLevel, 1), 9)
    }

    /// Encodes a buffer with its colour profile: gray, RGB and RGBA as they are, YCbCr as RGB.
    ///
    /// - Parameter cancellation: checked every few milliseconds, on the calling thread.
    /// - Throws: `invalidRequest`, `outOfMemory`, `cancelled`.
    public func encode(
        _ buffer: PixelBuffer, cancellation: Cancellation = .never
    ) throws(ImagingError) -> [UInt8] {
        let isPlanar = if case .ycbcr8 = buffer.format { true } else { false }
        let colors = isPlanar ? try buffer.converted(to: .rgb8, cancellation: cancellation) : buffer
        defer { withExtendedLifetime(colors) {} }
        return try EncodedBytes.withProfile(of: colors.colorSpace) { profile, profileCount throws(ImagingError) in
            var image = imaging_png_image(
                width: UInt32(colors.size.width), height: UInt32(colors.size.height),
                channels: CInt(colors.format.bytesPerPixel), base: colors.planes[0].base,
                stride: colors.planes[0].stride, profile: profile, profile_count: profileCount)
            return try write(&image, cancellation)
        }
    }

    private func write(
        _ image: inout imaging_png_image, _ cancellation: Cancellation
    ) throws(ImagingError) -> [UInt8] {
        try EncodedBytes.take(cancellation) { cancel, memory, count, status in
            imaging_png_encode(&image, CInt(compressionLevel), cancel, memory, count, status)
        }
    }
}

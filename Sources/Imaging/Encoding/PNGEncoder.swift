internal import CImaging
public import Pixels

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Writes PNG files.
public struct PNGEncoder: Sendable {
    /// 1…9: how much time is spent on making the file small.
    public var compressionLevel: Int

    public init(compressionLevel: Int = 6) {
        self.compressionLevel = min(max(compressionLevel, 1), 9)
    }

    /// Encodes a buffer with its colour profile: gray, RGB or RGBA as it is, YCbCr as RGB.
    ///
    /// - Throws: `invalidRequest`, `outOfMemory`.
    public func encode(_ buffer: PixelBuffer) throws(ImagingError) -> [UInt8] {
        let colors = if case .ycbcr8 = buffer.format { try buffer.converted(to: .rgb8) } else { buffer }
        defer { withExtendedLifetime(colors) {} }
        let profile = try ICCProfile(colors.colorSpace)?.bytes ?? []
        return try profile.withUnsafeBufferPointer { profile throws(ImagingError) in
            var image = imaging_png_image(
                width: UInt32(colors.size.width), height: UInt32(colors.size.height),
                channels: CInt(colors.format.bytesPerPixel), base: colors.planes[0].base,
                stride: colors.planes[0].stride, profile: profile.isEmpty ? nil : profile.baseAddress,
                profile_count: profile.count
            )
            return try write(&image)
        }
    }

    private func write(_ image: inout imaging_png_image) throws(ImagingError) -> [UInt8] {
        var memory: UnsafeMutablePointer<UInt8>?
        var count = 0
        try ImagingError.check { imaging_png_encode(&image, CInt(compressionLevel), &memory, &count, $0) }
        defer { free(memory) }
        return Array(UnsafeBufferPointer(start: memory, count: count))
    }
}

internal import CImaging
public import PhotoModel

/// Writes WebP files.
public struct WebPEncoder: Sendable {
    /// 0…100, on libwebp's scale. The initializer clamps other values. For lossless files: the higher, the smaller the file,
    /// and the longer it takes.
    public var quality: Int
    /// Whether decoding restores every sample exactly, including those of transparent pixels.
    public var isLossless: Bool

    public init(quality: Int = 80, isLossless: Bool = false) {
        self.quality = min(max(quality, 0), 100)
        self.isLossless = isLossless
    }

    /// Encodes a buffer with its colour profile and its alpha. Gray becomes RGB in sRGB, because WebP has no gray, and a gray
    /// profile does not fit RGB.
    ///
    /// - Parameter cancellation: checked every few milliseconds, on the calling thread; less often for lossless files.
    /// - Throws: `invalidRequest` for an image of more than 16,383 pixels a side, `outOfMemory`, `cancelled`.
    public func encode(
        _ buffer: PixelBuffer, cancellation: Cancellation = .never
    ) throws(ImagingError) -> [UInt8] {
        try EncodedBytes.check(buffer.size, atMost: 16_383, "a WebP")
        let colors = try Self.colors(of: buffer, cancellation)
        defer { withExtendedLifetime(colors) {} }
        return try EncodedBytes.withProfile(of: colors.colorSpace) { profile, profileCount throws(ImagingError) in
            var image = imaging_webp_image(
                width: CInt(colors.size.width), height: CInt(colors.size.height),
                channels: CInt(colors.format.bytesPerPixel), base: colors.planes[0].base,
                stride: colors.planes[0].stride, profile: profile, profile_count: profileCount)
            return try write(&image, cancellation)
        }
    }

    private static func colors(of buffer: PixelBuffer, _ cancellation: Cancellation) throws(ImagingError) -> PixelBuffer
    {
        switch buffer.format {
        case .rgba8: buffer
        case .gray8: try buffer.convertedToSRGB(cancellation).converted(to: .rgb8, cancellation: cancellation)
        default: try buffer.converted(to: .rgb8, cancellation: cancellation)
        }
    }

    private func write(
        _ image: inout imaging_webp_image, _ cancellation: Cancellation
    ) throws(ImagingError) -> [UInt8] {
        try EncodedBytes.take(cancellation) { cancel, memory, count, status in
            imaging_webp_encode(&image, Float(quality), isLossless ? 1 : 0, cancel, memory, count, status)
        }
    }
}

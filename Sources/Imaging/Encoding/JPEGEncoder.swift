internal import CImaging
public import PhotoModel

/// Writes JPEG files.
public struct JPEGEncoder: Sendable {
    /// 1…100, on libjpeg's scale. The initializer clamps other values.
    public var quality: Int
    /// Whether the JPEG is progressive: it appears coarse at first while it is loaded, takes longer to encode, and is a little
    /// smaller.
    public var isProgressive: Bool

    public init(quality: Int = 80, isProgressive: Bool = false) {
        self.quality = min(max(quality, 1), 100)
        self.isProgressive = isProgressive
    }

    /// Encodes a buffer with its colour profile. YCbCr and gray planes are encoded as they are. RGB becomes 4:2:0, or 4:4:4 if
    /// the image is small or the quality high; an image with alpha is laid over white.
    ///
    /// - Parameter cancellation: checked every few milliseconds, on the calling thread.
    /// - Throws: `invalidRequest` for an image of more than 65,500 pixels a side, `outOfMemory`, `cancelled`.
    public func encode(
        _ buffer: PixelBuffer, cancellation: Cancellation = .never
    ) throws(ImagingError) -> [UInt8] {
        try EncodedBytes.check(buffer.size, atMost: 65_500, "a JPEG")
        let planar = try planar(buffer, cancellation)
        defer { withExtendedLifetime(planar) {} }
        return try EncodedBytes.withProfile(of: planar.colorSpace) { profile, profileCount throws(ImagingError) in
            var image = Self.describe(planar)
            image.profile = profile
            image.profile_count = profileCount
            return try write(&image, cancellation)
        }
    }

    /// The lowest quality at which the chroma of RGB images is not subsampled.
    private static let fineQuality = 90

    private func planar(
        _ buffer: PixelBuffer, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        switch buffer.format {
        case .gray8, .ycbcr8: return buffer
        case .rgb8, .rgba8:
            let subsampling: ChromaSubsampling = quality >= Self.fineQuality ? .yuv444 : .scaled(to: buffer.size)
            return try buffer.converted(to: .ycbcr8(subsampling), cancellation: cancellation)
        }
    }

    private static func describe(_ planar: PixelBuffer) -> imaging_jpeg_image {
        var image = imaging_jpeg_image()
        image.width = CInt(planar.size.width)
        image.height = CInt(planar.size.height)
        image.plane_count = CInt(planar.planes.count)
        if case .ycbcr8(let subsampling) = planar.format {
            image.h_shift = CInt(subsampling.horizontalShift)
            image.v_shift = CInt(subsampling.verticalShift)
        }
        // Gray has one plane; the other two pointers are not used.
        let planes: [PixelBuffer.Plane?] = [planar.planes.first, planar.planes.dropFirst().first, planar.planes.last]
        image.bases = (UnsafePointer(planes[0]?.base), UnsafePointer(planes[1]?.base), UnsafePointer(planes[2]?.base))
        image.strides = (planes[0]?.stride ?? 0, planes[1]?.stride ?? 0, planes[2]?.stride ?? 0)
        return image
    }

    private func write(
        _ image: inout imaging_jpeg_image, _ cancellation: Cancellation
    ) throws(ImagingError) -> [UInt8] {
        try EncodedBytes.take(cancellation) { cancel, memory, count, status in
            imaging_jpeg_encode(&image, CInt(quality), isProgressive ? 1 : 0, cancel, memory, count, status)
        }
    }
}

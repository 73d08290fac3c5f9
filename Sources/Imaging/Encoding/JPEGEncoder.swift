internal import CImaging
public import Pixels

/// Writes JPEG files.
public struct JPEGEncoder: Sendable {
    /// 1…100, on libjpeg's scale; values outside are taken to the nearest end.
    public var quality: Int
    /// Whether the picture appears coarse first while it is loaded; takes longer to write, and is a little smaller.
    public var isProgressive: Bool

    public init(quality: Int = 80, isProgressive: Bool = false) {
        self.quality = min(max(quality, 1), 100)
        self.isProgressive = isProgressive
    }

    /// Encodes a buffer with its colour profile. YCbCr and gray planes are written as they are; everything else
    /// becomes 4:2:0, alpha over white.
    ///
    /// - Parameter isCancelled: Asked every few milliseconds, on the calling thread.
    /// - Throws: `invalidRequest` for an image of more than 65,500 pixels a side, `outOfMemory`, `cancelled`.
    public func encode(
        _ buffer: PixelBuffer, isCancelled: () -> Bool = { false }
    ) throws(ImagingError) -> [UInt8] {
        let largestSide = 65_500
        guard max(buffer.size.width, buffer.size.height) <= largestSide else {
            throw .invalidRequest("a JPEG has at most \(largestSide) pixels a side, not \(buffer.size)")
        }
        let planar = try Self.planar(buffer, isCancelled)
        defer { withExtendedLifetime(planar) {} }
        let profile = try ICCProfile(planar.colorSpace)?.bytes ?? []
        return try profile.withUnsafeBufferPointer { profile throws(ImagingError) in
            var image = Self.describe(planar)
            image.profile = profile.isEmpty ? nil : profile.baseAddress
            image.profile_count = profile.count
            return try write(&image, isCancelled)
        }
    }

    private static func planar(
        _ buffer: PixelBuffer, _ isCancelled: () -> Bool
    ) throws(ImagingError) -> PixelBuffer {
        switch buffer.format {
        case .gray8, .ycbcr8: buffer
        case .rgb8, .rgba8: try buffer.converted(to: .ycbcr8(.yuv420), isCancelled: isCancelled)
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
        // Gray has one plane; the other two pointers are not looked at.
        let planes: [PixelBuffer.Plane?] = [planar.planes.first, planar.planes.dropFirst().first, planar.planes.last]
        image.bases = (UnsafePointer(planes[0]?.base), UnsafePointer(planes[1]?.base), UnsafePointer(planes[2]?.base))
        image.strides = (planes[0]?.stride ?? 0, planes[1]?.stride ?? 0, planes[2]?.stride ?? 0)
        return image
    }

    private func write(
        _ image: inout imaging_jpeg_image, _ isCancelled: () -> Bool
    ) throws(ImagingError) -> [UInt8] {
        try EncodedBytes.take(isCancelled) { cancel, memory, count, status in
            imaging_jpeg_encode(&image, CInt(quality), isProgressive ? 1 : 0, cancel, memory, count, status)
        }
    }
}

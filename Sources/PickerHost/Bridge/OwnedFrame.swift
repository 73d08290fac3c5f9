internal import ABIMemory
internal import BackendAPI
internal import Imaging
internal import PhotoModel

/// A frame that passed to the host, with the duty to release it exactly once.
final class OwnedFrame: @unchecked Sendable {  // Unchecked: the planes are not written any more.
    /// In bytes: far above every image.
    private static let longestRow = PixelSize.longestSide * 8
    /// Of an image file.
    private static let mostBytes = 1 << 32

    private let frame: picker_frame

    init(_ frame: picker_frame) { self.frame = frame }

    deinit { frame.release?(frame.release_context) }

    /// The frame as a pixel buffer that keeps it alive; nil when its fields contradict each other.
    func pixels() -> PixelBuffer? {
        let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
        // Products of numbers that no image has are not even calculated.
        guard !size.isEmpty, size.isPossible, let format,
            let planes = planes(of: format, size: size)
        else { return nil }
        return PixelBuffer(size: size, format: format, colorSpace: colorSpace, planes: planes) { [self] in
            withExtendedLifetime(self) {}
        }
    }

    /// The image file that the frame is; nil when it is pixels.
    func file() -> WholeImageFile? {
        guard frame.format == PICKER_FORMAT_IMAGE_FILE, let start = frame.plane.0, frame.stride.0 <= Self.mostBytes
        else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(clamping: frame.stride.0))
        let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
        return WholeImageFile(ImageSource(bytes: Array(bytes)), fullSize: size.isEmpty ? nil : size)
    }

    private var format: PixelFormat? {
        switch frame.format {
        case PICKER_FORMAT_GRAY8: return .gray8
        case PICKER_FORMAT_RGB8: return .rgb8
        case PICKER_FORMAT_RGBA8: return .rgba8
        case PICKER_FORMAT_YCBCR8:
            guard frame.chroma_shift_x <= 2, frame.chroma_shift_y <= 2 else { return nil }
            return .ycbcr8(
                ChromaSubsampling(
                    horizontalShift: Int(frame.chroma_shift_x), verticalShift: Int(frame.chroma_shift_y)))
        default: return nil
        }
    }

    private var colorSpace: ColorSpace {
        switch frame.color_space {
        case PICKER_COLOR_DISPLAY_P3: .displayP3
        case PICKER_COLOR_ICC: frame.icc_profile.array.map { .icc($0) } ?? .sRGB
        default: .sRGB
        }
    }

    private func planes(of format: PixelFormat, size: PixelSize) -> [PixelBuffer.Plane]? {
        let bases = [frame.plane.0, frame.plane.1, frame.plane.2]
        let strides = [frame.stride.0, frame.stride.1, frame.stride.2]
        var planes: [PixelBuffer.Plane] = []
        for index in 0..<format.planeCount {
            let planeSize = format.planeSize(index, of: size)
            guard let base = bases[index], let stride = Int(exactly: strides[index]),
                (planeSize.width * format.bytesPerPixel...Self.longestRow).contains(stride)
            else { return nil }
            // The host only reads; PixelBuffer has one type of plane for makers and readers.
            planes.append(
                PixelBuffer.Plane(base: UnsafeMutablePointer(mutating: base), stride: stride, size: planeSize))
        }
        return planes
    }
}

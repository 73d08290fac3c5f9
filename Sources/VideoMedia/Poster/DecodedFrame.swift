internal import CVideo
internal import Imaging
internal import PhotoModel

/// A frame out of the decoder: its samples, with eight bits, and what they mean.
struct DecodedFrame {
    let samples: PixelBuffer
    let frame: video_frame

    /// Copies the frame that a file's decoder has.
    init(_ file: VideoFile, _ frame: video_frame) throws(ImagingError) {
        let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
        let subsampling = ChromaSubsampling(
            horizontalShift: Int(frame.chroma_shift_x), verticalShift: Int(frame.chroma_shift_y))
        let isGray = frame.is_gray != 0
        let colorSpace = try frame.codePoints.shownColorSpace(isGray: isGray)
        do {
            samples = try PixelBuffer(
                size: size, format: isGray ? .gray8 : .ycbcr8(subsampling), colorSpace: colorSpace)
        } catch {
            guard case .outOfMemory(let bytes) = error else { throw .corrupt("a frame of \(size) pixels") }
            throw .outOfMemory(bytes: bytes)
        }
        self.frame = frame
        var bases: [UnsafeMutablePointer<UInt8>?] = samples.planes.map(\.base)
        var strides = samples.planes.map(\.stride)
        // C takes three of each, and uses one of them for gray.
        bases += Array(repeating: nil, count: 3 - bases.count)
        strides += Array(repeating: 0, count: 3 - strides.count)
        video_copy_planes(file.pointer, &bases, &strides)
    }
}

extension VideoFile {
    /// What the frame is that was decoded last.
    func frame() throws(ImagingError) -> video_frame {
        var frame = video_frame()
        try ImagingError.check { video_describe_frame(pointer, &frame, $0) }
        return frame
    }
}

extension video_frame {
    /// What the samples mean.
    fileprivate var codePoints: CodePoints {
        CodePoints(
            primaries: UInt8(clamping: primaries), transfer: UInt8(clamping: transfer), matrix: UInt8(clamping: matrix),
            isFullRange: is_full_range != 0)
    }

    /// Not black, and not one colour all over, as the first frames of films and of cameras that wake up are. Contrast is
    /// the standard deviation of luma.
    var isWorthShowing: Bool { brightness >= 20 && contrast >= 6 }
}

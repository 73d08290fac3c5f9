internal import CVideo
internal import Imaging
internal import PhotoModel

/// A decoded frame: its samples, with eight bits, and their meaning.
struct DecodedFrame {
    let samples: PixelBuffer
    let frame: video_frame

    /// Copies the current frame of a file's decoder.
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
    /// The frame that was decoded last.
    func frame() throws(ImagingError) -> video_frame {
        var frame = video_frame()
        try ImagingError.check { video_describe_frame(pointer, &frame, $0) }
        return frame
    }
}

extension video_frame {
    /// The meaning of the samples.
    fileprivate var codePoints: CodePoints {
        CodePoints(
            primaries: UInt8(clamping: primaries), transfer: UInt8(clamping: transfer), matrix: UInt8(clamping: matrix),
            isFullRange: is_full_range != 0)
    }

    /// Whether it is neither black nor of a single colour, as the first frames of films and of cameras that just woke
    /// up are. Contrast is the standard deviation of luma.
    var isWorthShowing: Bool { brightness >= 20 && contrast >= 6 }
}

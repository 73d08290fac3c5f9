internal import CVideo
internal import Imaging
internal import Pixels

/// A frame out of the decoder: its samples, with eight bits, and what they mean.
struct DecodedFrame {
    let samples: PixelBuffer
    let picture: video_picture

    /// Copies the frame that a file's decoder has.
    init(_ file: VideoFile, _ picture: video_picture) throws(ImagingError) {
        let size = PixelSize(width: Int(picture.width), height: Int(picture.height))
        let subsampling = ChromaSubsampling(
            horizontalShift: Int(picture.chroma_shift_x), verticalShift: Int(picture.chroma_shift_y))
        do {
            samples = try PixelBuffer(size: size, format: picture.is_gray != 0 ? .gray8 : .ycbcr8(subsampling))
        } catch {
            guard case .outOfMemory(let bytes) = error else { throw .corrupt("a frame of \(size) pixels") }
            throw .outOfMemory(bytes: bytes)
        }
        self.picture = picture
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
    func picture() throws(ImagingError) -> video_picture {
        var picture = video_picture()
        try ImagingError.check { video_describe_picture(pointer, &picture, $0) }
        return picture
    }
}

extension video_picture {
    /// Not black, and not one colour all over, as the first frames of films and of cameras that wake up are. Contrast is
    /// the standard deviation of luma.
    var isWorthShowing: Bool { brightness >= 20 && contrast >= 6 }
}

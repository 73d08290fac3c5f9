internal import CVideo
package import Imaging
internal import PhotoModel

/// Decodes images of HEIF files that have a video codec, with FFmpeg's libraries: each as a video of one frame.
package struct StillFrameDecoder: CodedImageDecoding {
    package init() {}

    package func decode(_ image: CodedImage) throws(ImagingError) -> DecodedImage {
        guard VideoLibraries.areInstalled else {
            throw .unsupportedFormat("an image of this codec without FFmpeg's libraries (\(VideoLibraries.packages))")
        }
        let movie = try OneFrameMovie(image).bytes()
        return try VideoFile.with(ImageSource(bytes: movie), cancellation: .never) { video throws(ImagingError) in
            // Images are padded to whole blocks.
            try video.prepare(maxPixels: 2 * image.size.pixelCount + (1 << 20))
            guard try video.step({ video_decode_key(video.pointer, $0) }) else {
                throw .corrupt("an image of the HEIF file cannot be decoded")
            }
            let described = try video.frame()
            guard described.is_damaged == 0 else { throw .corrupt("an image of the HEIF file is damaged") }
            return DecodedImage(try DecodedFrame(video, described))
        }
    }
}

extension DecodedImage {
    fileprivate convenience init(_ decoded: DecodedFrame) {
        let (samples, frame) = (decoded.samples, decoded.frame)
        // FFmpeg has red, green and blue in this order, whatever the order in the bitstream is: they are no luma and chroma, and no
        // matrix may be applied to them.
        let model: Model =
            if frame.is_rgb != 0 {
                .rgb
            } else if case .ycbcr8(let subsampling) = samples.format {
                .ycbcr(subsampling)
            } else {
                .gray
            }
        let planes = samples.planes.map { Plane(base: UnsafeRawPointer($0.base), stride: $0.stride, size: $0.size) }
        self.init(size: samples.size, model: model, depth: 8, planes: planes, codePoints: frame.saidCodePoints) {
            withExtendedLifetime(samples) {}
        }
    }
}

extension video_frame {
    /// The code points in the bitstream; nil if there are none.
    fileprivate var saidCodePoints: CodePoints? {
        let unspecified: CInt = 2
        guard matrix != unspecified || primaries != unspecified || is_full_range != 0 else { return nil }
        return CodePoints(
            primaries: UInt8(clamping: primaries), transfer: UInt8(clamping: transfer), matrix: UInt8(clamping: matrix),
            isFullRange: is_full_range != 0)
    }
}

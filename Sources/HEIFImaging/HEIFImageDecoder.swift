internal import Imaging
internal import VideoMedia

/// Decodes coded images with libheif, and those that it does not decode on this system with FFmpeg's libraries: AVC, and HEVC
/// and AV1 where it has no plugin for them.
struct HEIFImageDecoder: CodedImageDecoding {
    private let libheif = LibheifDecoder()
    private let videos = StillFrameDecoder()

    func decode(_ image: CodedImage) throws(ImagingError) -> DecodedImage {
        if image.type == "avc1" { return try videos.decode(image) }
        do throws(ImagingError) {
            return try libheif.decode(image)
        } catch {
            guard case .unsupportedFormat = error, let decoded = try? videos.decode(image) else { throw error }
            return decoded
        }
    }
}

internal import Imaging
internal import PhotoModel
internal import VideoMedia

/// Decodes coded images with libheif, and with FFmpeg's libraries those that it does not decode on this system (AVC, and HEVC
/// and AV1 where it has no plugin for them) and those that they decode more quickly: what phones write.
struct HEIFImageDecoder: CodedImageDecoding {
    private let libheif = LibheifDecoder()
    private let videos = StillFrameDecoder()

    func decode(_ image: CodedImage) throws(ImagingError) -> DecodedImage {
        if image.type == "avc1" { return try videos.decode(image) }
        // libheif says what is wrong with one that is damaged, and knows whether nothing is said of the samples, or that they are
        // what videos usually are.
        if image.isUsualHEVC, let decoded = try? videos.decode(image), image.codePoints ?? decoded.codePoints != nil {
            return decoded
        }
        do throws(ImagingError) {
            return try libheif.decode(image)
        } catch {
            guard case .unsupportedFormat = error, let decoded = try? videos.decode(image) else { throw error }
            return decoded
        }
    }
}

extension CodedImage {
    /// Pixels of an image for which it pays to load more libraries: those of the small pictures inside of photos are fewer.
    private static let manyPixels = 1 << 17

    /// A large one of HEVC, of eight bits with chroma of half the width and height, by its configuration (ISO/IEC 14496-15, section
    /// 8.3.3.1).
    fileprivate var isUsualHEVC: Bool {
        type == "hvc1" && size.pixelCount >= Self.manyPixels && configuration.count > 18 && configuration[16] & 3 == 1
            && configuration[17] & 7 == 0 && configuration[18] & 7 == 0
    }
}

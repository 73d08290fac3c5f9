internal import Imaging
internal import PhotoModel
internal import VideoMedia

/// Decodes coded images with libheif. FFmpeg's libraries decode those that libheif cannot decode on this system (AVC, and also
/// HEVC and AV1 if it has no plugins for them) and those that they decode faster: the ordinary HEVC of phones.
struct HEIFImageDecoder: CodedImageDecoding {
    private let libheif = LibheifDecoder()
    private let videos = StillFrameDecoder()

    func decode(_ image: CodedImage) throws(ImagingError) -> DecodedImage {
        if image.type == "avc1" { return try videos.decode(image) }
        // If this fails, libheif is tried, because it reports what is wrong with a damaged image. It is also needed if no code points
        // are known, because it can tell samples without any from samples with the usual ones of videos.
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
    /// The fewest pixels for which loading FFmpeg's libraries pays off. The small images inside photos have fewer.
    private static let manyPixels = 1 << 17

    /// Whether it is a large HEVC image of eight bits in 4:2:0, according to its configuration record (ISO/IEC 14496-15, section
    /// 8.3.3.1).
    fileprivate var isUsualHEVC: Bool {
        type == "hvc1" && size.pixelCount >= Self.manyPixels && configuration.count > 18 && configuration[16] & 3 == 1
            && configuration[17] & 7 == 0 && configuration[18] & 7 == 0
    }
}

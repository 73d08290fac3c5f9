internal import PhotoModel

/// The leading `ftyp` box of ISO base media files (ISO/IEC 14496-12, section 4.3): the brands that say what a file is.
struct FileTypeBox {
    let major: String
    /// The compatible brands, as far as they are in memory.
    let compatible: [String]

    /// Nil if the bytes do not begin with such a box.
    init?(_ bytes: ByteView) {
        guard bytes.has("ftyp", at: 4), let size = bytes.bigUInt32(at: 0), let major = bytes.fourCharacters(at: 8)
        else {
            return nil
        }
        self.major = major
        compatible = stride(from: 16, to: min(Int(size), bytes.count), by: 4).compactMap(bytes.fourCharacters(at:))
    }

    /// The format that the brands stand for; nil for audio files and for other kinds that are not in `MediaFormat`.
    var format: MediaFormat? {
        if let format = Self.format(ofBrand: major) { return format }
        if ["jpeg", "jpgs", "j2ki", "j2is", "avci", "avcs", "vvic", "vvis", "unif", "heif"].contains(major) {
            return .heif
        }
        if ["M4A ", "M4B ", "M4P ", "F4A ", "jp2 ", "jpx ", "jxl "].contains(major) { return nil }
        // A generic brand for still images, or one of a profile (`MA1B`, `MiHE`), which has the generic one beside it: the codec is
        // among the compatible brands. Movies have it beside theirs if they have a still image as well.
        let isMovie = major.hasPrefix("iso") || major.hasPrefix("mp4")
        let isProfile = compatible.contains("mif1") && !isMovie
        if ["mif1", "mif2", "msf1", "mif3", "miaf", "1pic"].contains(major) || isProfile {
            return compatible.lazy.compactMap(Self.format(ofBrand:)).first { $0 == .heic || $0 == .avif } ?? .heif
        }
        return .mp4
    }

    private static func format(ofBrand brand: String) -> MediaFormat? {
        switch brand {
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": .heic
        case "avif", "avis": .avif
        case "crx ": .cr3
        case "qt  ": .mov
        case "M4V ", "M4VH", "M4VP": .m4v
        default: nil
        }
    }

    /// The format of a file that begins with such a box, or of a QuickTime file from before brands existed; nil if it is none of
    /// `formats`.
    static func sniffISOBaseMedia(_ bytes: ByteView, _ formats: [MediaFormat]) -> MediaFormat? {
        let format = bytes.has("ftyp", at: 4) ? FileTypeBox(bytes)?.format : classicQuickTime(bytes)
        return format.flatMap { formats.contains($0) ? $0 : nil }
    }

    /// QuickTime files from before brands existed start with one of these boxes.
    private static func classicQuickTime(_ bytes: ByteView) -> MediaFormat? {
        guard let box = bytes.fourCharacters(at: 4), let size = bytes.bigUInt32(at: 0) else { return nil }
        switch box {
        case "moov", "mdat", "pnot": return .mov
        case "wide", "free", "skip":
            guard let next = bytes.fourCharacters(at: Int(size) + 4) else { return nil }
            return ["moov", "mdat", "wide", "free", "skip"].contains(next) ? .mov : nil
        default: return nil
        }
    }
}

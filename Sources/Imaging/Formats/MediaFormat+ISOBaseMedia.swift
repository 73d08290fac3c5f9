extension MediaFormat {
    /// ISO base media files (ISO/IEC 14496-12) name their brands in a leading `ftyp` box.
    static func sniffISOBaseMedia(_ bytes: ByteView) -> MediaFormat? {
        guard bytes.has("ftyp", at: 4) else { return sniffClassicQuickTime(bytes) }
        guard let boxSize = bytes.bigUInt32(at: 0), let major = bytes.fourCharacters(at: 8) else { return nil }
        if let format = format(ofBrand: major) { return format }
        var compatible: [String] = []
        for offset in stride(from: 16, to: min(Int(boxSize), bytes.count), by: 4) {
            if let brand = bytes.fourCharacters(at: offset) { compatible.append(brand) }
        }
        return resolve(major: major, compatible: compatible)
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

    private static func resolve(major: String, compatible: [String]) -> MediaFormat? {
        if ["mif1", "mif2", "msf1", "mif3", "miaf", "1pic"].contains(major) {
            // A generic still-image brand: the codec stands among the compatible brands.
            return compatible.lazy.compactMap(format(ofBrand:)).first { $0 == .heic || $0 == .avif } ?? .heif
        }
        if ["jpeg", "jpgs", "j2ki", "j2is", "avci", "avcs", "vvic", "vvis", "unif", "heif"].contains(major) {
            return .heif
        }
        if ["M4A ", "M4B ", "M4P ", "F4A ", "jp2 ", "jpx ", "jxl "].contains(major) { return nil }
        return .mp4
    }

    /// QuickTime files from before there were brands start with one of these boxes.
    private static func sniffClassicQuickTime(_ bytes: ByteView) -> MediaFormat? {
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

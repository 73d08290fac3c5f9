/// The images of a HEIF or AVIF file that follow each other as those of a video do (ISO/IEC 23008-12, section 7).
enum ISOSequence {
    /// Brands of files with such a sequence.
    private static let brands: Set = ["avis", "msf1", "hevc", "hevx", "hevm", "hevs"]

    static func animation(_ window: SourceWindow) -> ImageAnimation? {
        guard let box = FileTypeBox(window.head), brands.contains(box.major) || !brands.isDisjoint(with: box.compatible)
        else { return nil }
        var reader = ISOFileReader(window)
        guard let header = reader.first(path: "moov", "mvhd"), let view = try? reader.view(header.content) else {
            return nil
        }
        return duration(view).map { ImageAnimation(duration: $0) }
    }

    /// ISO/IEC 14496-12, section 8.2.2; nil for sequences of no length.
    private static func duration(_ header: ByteView) -> Double? {
        let isLong = header.byte(at: 0) == 1
        guard let scale = header.bigUInt32(at: isLong ? 20 : 12), scale > 0 else { return nil }
        let low = header.bigUInt32(at: isLong ? 28 : 16).map(Double.init)
        let high = isLong ? header.bigUInt32(at: 24).map(Double.init) : 0
        guard let low, let high else { return nil }
        let seconds = (high * 4_294_967_296 + low) / Double(scale)
        return seconds > 0 && seconds < 1e6 ? seconds : nil
    }
}

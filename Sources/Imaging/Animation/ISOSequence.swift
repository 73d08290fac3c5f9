/// The images of a HEIF or AVIF file that form a sequence, like the frames of a video (ISO/IEC 23008-12, section 7).
enum ISOSequence {
    /// Brands of files with such a sequence.
    private static let brands: Set = ["avis", "msf1", "hevc", "hevx", "hevm", "hevs"]

    static func animation(_ window: SourceWindow) -> ImageAnimation? {
        guard let box = FileTypeBox(window.head), brands.contains(box.major) || !brands.isDisjoint(with: box.compatible)
        else { return nil }
        var reader = ISOFileReader(window)
        guard let movie = reader.first(path: "moov") else { return nil }
        let length = lengthOfImages(in: movie, &reader) ?? length(of: reader.first("mvhd", in: movie.content), &reader)
        return length.map { ImageAnimation(duration: $0) }
    }

    /// The duration of the track with the images, played once. The duration in the header of the movie includes
    /// repetitions, or is unlimited.
    private static func lengthOfImages(in movie: ISOFileReader.Box, _ reader: inout ISOFileReader) -> Double? {
        let trackLimit = 64  // Files have tracks of images, of their alpha, and of sound.
        var rest = movie.content
        for _ in 0..<trackLimit {
            guard let track = reader.first("trak", in: rest) else { return nil }
            if let media = reader.first("mdia", in: track.content), let kind = reader.first("hdlr", in: media.content),
                head(of: kind, &reader)?.has("pict", at: 8) == true
            {
                return length(of: reader.first("mdhd", in: media.content), &reader)
            }
            rest = track.content.upperBound..<rest.upperBound
        }
        return nil
    }

    private static func length(of header: ISOFileReader.Box?, _ reader: inout ISOFileReader) -> Double? {
        header.flatMap { head(of: $0, &reader) }.flatMap(duration)
    }

    /// The first bytes of a box, which may say that it is as large as the file: all that is read here is among them.
    private static func head(of box: ISOFileReader.Box, _ reader: inout ISOFileReader) -> ByteView? {
        let start = box.content.lowerBound
        return try? reader.view(start..<min(box.content.upperBound, start + 64))
    }

    /// The duration in a `mvhd` or `mdhd` box (ISO/IEC 14496-12, sections 8.2.2 and 8.4.2), which begin alike; nil if
    /// it is zero, unknown or implausibly long.
    private static func duration(_ header: ByteView) -> Double? {
        let isLong = header.byte(at: 0) == 1
        guard let scale = header.bigUInt32(at: isLong ? 20 : 12), scale > 0 else { return nil }
        let low = header.bigUInt32(at: isLong ? 28 : 16).map(Double.init)
        let high = isLong ? header.bigUInt32(at: 24).map(Double.init) : 0
        guard let low, let high else { return nil }
        // All bits are set where it is not known.
        guard low != 4_294_967_295 || isLong && high != 4_294_967_295 else { return nil }
        let seconds = (high * 4_294_967_296 + low) / Double(scale)
        return seconds > 0 && seconds < 1e6 ? seconds : nil
    }
}

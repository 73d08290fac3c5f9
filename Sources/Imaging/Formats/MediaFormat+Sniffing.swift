extension MediaFormat {
    /// How many of a file's first bytes are looked at. Fewer will do for a shorter file.
    public static let signatureLength = 4096

    /// Tells the format from the first bytes of a file, or nil when it is none of ours.
    ///
    /// - Parameters:
    ///   - head: The first `signatureLength` bytes of the file, or all of them when there are fewer.
    ///   - filenameExtension: Without its dot, in any case. Decides only between formats that share TIFF's
    ///     signature, and only where their first bytes leave it open.
    public static func sniff(
        _ head: some RandomAccessCollection<UInt8>, filenameExtension: String? = nil
    ) -> MediaFormat? {
        let bytes = ByteView(Array(head.prefix(signatureLength)))
        return sniffStill(bytes)
            ?? sniffRIFF(bytes)
            ?? sniffISOBaseMedia(bytes)
            ?? sniffMatroska(bytes)
            ?? sniffTIFF(bytes, filenameExtension: filenameExtension?.lowercased())
            ?? sniffDisplacedJPEG(bytes)
    }

    private static func sniffStill(_ bytes: ByteView) -> MediaFormat? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) { return .gif }
        if bytes.has("FUJIFILMCCD-RAW", at: 0) { return .raf }
        if bytes.has("BM", at: 0), let headerSize = bytes.littleUInt32(at: 14),
            [12, 40, 52, 56, 64, 108, 124].contains(headerSize)
        {
            return .bmp
        }
        return nil
    }

    private static func sniffRIFF(_ bytes: ByteView) -> MediaFormat? {
        guard bytes.has("RIFF", at: 0) else { return nil }
        if bytes.has("WEBP", at: 8) { return .webp }
        if bytes.has("AVI ", at: 8) { return .avi }
        return nil
    }

    /// EBML files say in their DocType which of the two they are.
    private static func sniffMatroska(_ bytes: ByteView) -> MediaFormat? {
        guard bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
        return bytes.firstIndex(of: "webm", before: 128) != nil ? .webm : .mkv
    }

    /// Some transfers put a few bytes before the image. The whole start of a JFIF or EXIF file is asked for,
    /// so that a JPEG inside of something else is not taken for one.
    private static func sniffDisplacedJPEG(_ bytes: ByteView) -> MediaFormat? {
        let isContainer = containers.contains { bytes.has($0, at: 0) }
        return isContainer || displacedJPEGStart(bytes) == nil ? nil : .jpeg
    }

    /// Files that often have a whole JPEG near their start and are none: archives whose first member is stored, songs
    /// with a cover, documents.
    private static let containers: [StaticString] = ["PK\u{3}\u{4}", "ID3", "fLaC", "OggS", "%PDF"]

    /// Where the start-of-image marker lies in a file that begins with junk.
    static func displacedJPEGStart(_ bytes: ByteView) -> Int? {
        for start in 0..<max(0, min(512, bytes.count - 12)) where bytes.starts(with: [0xFF, 0xD8, 0xFF], at: start) {
            if bytes.has("JFIF", at: start + 6) || bytes.has("Exif", at: start + 6) { return start }
        }
        return nil
    }
}

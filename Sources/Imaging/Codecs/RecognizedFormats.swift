/// Still images that are recognized and not read here: BMP, and the RAW formats of Canon and Fujifilm that are not built on
/// TIFF.
struct RecognizedStills: ImageCodec {
    let formats: [MediaFormat] = [.bmp, .cr3, .raf]

    func sniff(_ head: FileHead) -> MediaFormat? {
        if head.view.has("FUJIFILMCCD-RAW", at: 0) { return .raf }
        if head.view.has("BM", at: 0), let headerSize = head.view.littleUInt32(at: 14),
            [12, 40, 52, 56, 64, 108, 124].contains(headerSize)
        {
            return .bmp
        }
        return FileTypeBox(head.view)?.format == .cr3 ? .cr3 : nil
    }

    func support(for format: MediaFormat) -> FormatSupport { .none }
}

/// Videos, which are recognized with and without the libraries that read them.
struct RecognizedVideos: ImageCodec {
    let formats: [MediaFormat] = [.mp4, .mov, .m4v, .mkv, .webm, .avi]

    func sniff(_ head: FileHead) -> MediaFormat? {
        if head.view.has("RIFF", at: 0) { return head.view.has("AVI ", at: 8) ? .avi : nil }
        return FileTypeBox.sniffISOBaseMedia(head.view, formats) ?? Self.sniffMatroska(head.view)
    }

    /// EBML files say in their DocType which of the two they are.
    private static func sniffMatroska(_ bytes: ByteView) -> MediaFormat? {
        guard bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
        return bytes.firstIndex(of: "webm", before: 128) != nil ? .webm : .mkv
    }

    func support(for format: MediaFormat) -> FormatSupport { .none }
}

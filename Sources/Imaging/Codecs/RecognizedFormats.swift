package import PhotoModel

/// Still images that are recognized but not decoded here: the RAW formats that are not based on TIFF.
package struct RecognizedStills: ImageCodec {
    package let formats: [MediaFormat] = [.cr3, .raf, .crw, .mrw, .x3f]

    package init() {}

    package func sniff(_ head: FileHead) -> MediaFormat? {
        if head.view.has("FUJIFILMCCD-RAW", at: 0) { return .raf }
        // Canon's CIFF, Minolta's blocks, Sigma's sections.
        if head.view.has("HEAPCCDR", at: 6), head.view.has("II", at: 0) { return .crw }
        if head.view.has("\0MRM", at: 0) { return .mrw }
        if head.view.has("FOVb", at: 0) { return .x3f }
        return FileTypeBox(head.view)?.format == .cr3 ? .cr3 : nil
    }

    package func support(for format: MediaFormat) -> FormatSupport { .none }

    /// The EXIF block in the boxes of Canon's files or the blocks of Minolta's, or of the JPEG inside Sigma's and Fujifilm's. The
    /// header of the last says where that is.
    package func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? {
        if file.format == .cr3 { return try CR3Metadata.exifBlock(of: file) }
        if file.format == .x3f { return try X3FFile(file.source).exifBlock() }
        if file.format == .mrw { return try MRWMetadata.exifBlock(of: file) }
        let head = file.window.head
        guard file.format == .raf, let offset = head.bigUInt32(at: 84), let length = head.bigUInt32(at: 88) else {
            throw .unsupportedFormat("the EXIF block of \(file.format.title)")
        }
        let jpeg = ImageSource(bytes: try file.source.read(at: Int(offset), count: min(Int(length), Self.jpegLimit)))
        guard try ImageFile(jpeg).format == .jpeg else { return nil }
        return try ImageDecoder().exifBlock(of: jpeg)
    }

    /// How much of the JPEG is read: its metadata is before the pixels.
    private static let jpegLimit = 1 << 20
}

/// Videos. They are recognized whether or not the libraries that read them are installed.
struct RecognizedVideos: ImageCodec {
    let formats: [MediaFormat] = [.mp4, .mov, .m4v, .mkv, .webm, .avi, .wmv, .flv, .ogv, .mpg, .ts]

    func sniff(_ head: FileHead) -> MediaFormat? {
        if head.view.has("RIFF", at: 0) { return head.view.has("AVI ", at: 8) ? .avi : nil }
        return FileTypeBox.sniffISOBaseMedia(head.view, formats) ?? Self.sniffMatroska(head.view)
            ?? Self.sniffStreams(head)
    }

    /// The DocType of an EBML file says which of the two formats it has.
    private static func sniffMatroska(_ bytes: ByteView) -> MediaFormat? {
        guard bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
        return bytes.firstIndex(of: "webm", before: 128) != nil ? .webm : .mkv
    }

    /// Containers that may also have sound only, which makes them no videos.
    private static func sniffStreams(_ head: FileHead) -> MediaFormat? {
        let bytes = head.view
        // The header object of ASF. Nothing near the beginning says whether there is a video.
        if bytes.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA]) {
            return head.filenameExtension == "wma" ? nil : .wmv
        }
        // Bit 2 stands for sound, bit 0 for video; some writers set neither.
        if bytes.has("FLV\u{1}", at: 0) { return bytes.byte(at: 4).map { $0 & 5 == 4 } == true ? nil : .flv }
        if bytes.has("OggS", at: 0) { return sniffOgg(bytes) }
        // The pack header of a program stream, of MPEG-1 or MPEG-2.
        if bytes.starts(with: [0, 0, 1, 0xBA]), let next = bytes.byte(at: 4), next >> 6 == 1 || next >> 4 == 2 {
            return .mpg
        }
        return isTransportStream(bytes) ? .ts : nil
    }

    /// The first page of each stream is at the beginning of the file, and names the codec.
    private static func sniffOgg(_ bytes: ByteView) -> MediaFormat? {
        let isVideo =
            bytes.firstIndex(of: "\u{1}video\0", before: 512) != nil
            || bytes.firstIndex(of: "theora", before: 512) != nil
            || bytes.firstIndex(of: "BBCD", before: 512) != nil || bytes.firstIndex(of: "OVP80", before: 512) != nil
        return isVideo ? .ogv : nil
    }

    /// Packets of 188 bytes that begin with 0x47, with four bytes of a time before each on Blu-ray discs and in AVCHD.
    private static func isTransportStream(_ bytes: ByteView) -> Bool {
        for (first, length) in [(0, 188), (4, 192)] {
            let packets = min(5, (bytes.count - first) / length)
            guard packets >= 3 else { continue }
            // The error indicator and the last value for the adaptation field never occur in a sound packet.
            let isStream = (0..<packets).allSatisfy { number in
                let offset = first + number * length
                guard bytes.byte(at: offset) == 0x47, let flags = bytes.byte(at: offset + 3) else { return false }
                return flags & 0x30 != 0
            }
            if isStream { return true }
        }
        return false
    }

    func support(for format: MediaFormat) -> FormatSupport { .none }
}

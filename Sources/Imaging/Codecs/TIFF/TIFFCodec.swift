/// TIFF and the RAW formats built on it: what is said of their images. Pixels need a codec that decodes them.
package struct TIFFCodec: ImageCodec {
    package let formats: [MediaFormat] = [.tiff, .dng, .cr2, .nef, .arw, .orf, .rw2]

    package init() {}

    package func sniff(_ head: FileHead) -> MediaFormat? {
        Self.sniff(head.view, filenameExtension: head.filenameExtension)
    }

    package func support(for format: MediaFormat) -> FormatSupport {
        FormatSupport(readsHeader: false, readsMetadata: true, decodesPixels: false)
    }

    package func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        try metadataSources(file).metadata(file.source)
    }

    /// None: the whole file is the block.
    package func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? { nil }

    /// The first bytes of the file are an EXIF block; XMP and IPTC are in tags, and may be anywhere.
    private func metadataSources(_ file: ImageFile) throws(ImagingError) -> MetadataSources {
        let block = exifBlock(file.window.head)
        var sources = MetadataSources(exif: block)
        guard let main = EXIFBlock(block)?.main else { return sources }
        sources.xmp = try value(of: .xmp, in: main, file.source).map { XMPPacket($0) }
        sources.iptc = try value(of: .iptc, in: main, file.source).map { IPTCRecord(ByteView($0)) }
        return sources
    }

    private func value(
        of tag: TIFFDirectory.Tag, in directory: TIFFDirectory, _ source: ImageSource
    ) throws(ImagingError) -> [UInt8]? {
        guard let range = directory.valueRange(tag), range.length <= XMLDocument.byteLimit else { return nil }
        return try source.read(at: range.offset, count: range.length)
    }

    /// The first bytes of a file that is a TIFF structure itself. Olympus and Panasonic wrote their own magic number,
    /// which is replaced by that of TIFF.
    private func exifBlock(_ head: ByteView) -> [UInt8] {
        var bytes = Array(head.bytes)
        guard bytes.count > 4 else { return bytes }
        let isLittleEndian = bytes[0] == UInt8(ascii: "I")
        bytes[2] = isLittleEndian ? 42 : 0
        bytes[3] = isLittleEndian ? 0 : 42
        return bytes
    }
}

extension TIFFCodec {
    /// Olympus and Panasonic changed TIFF's magic number and Canon put its own after it; the others are told apart by
    /// their tags.
    private static func sniff(_ bytes: ByteView, filenameExtension: String?) -> MediaFormat? {
        if bytes.has("IIRO", at: 0) || bytes.has("IIRS", at: 0) || bytes.has("MMOR", at: 0) { return .orf }
        if bytes.starts(with: [0x49, 0x49, 0x55, 0x00]) { return .rw2 }
        guard let structure = TIFFStructure(bytes) else { return nil }
        if bytes.has("CR", at: 8), bytes.byte(at: 10) == 2 { return .cr2 }
        guard let directory = structure.directory(at: structure.firstDirectoryOffset) else {
            return named(filenameExtension) ?? .tiff  // The tags are beyond the bytes at hand.
        }
        if directory.contains(.dngVersion) { return .dng }
        return rawFormat(of: directory, filenameExtension: filenameExtension) ?? .tiff
    }

    private static func rawFormat(of directory: TIFFDirectory, filenameExtension: String?) -> MediaFormat? {
        // A plain TIFF from a scanner or an editor may carry a camera's name too, but no sub-images.
        let hasSubimages = directory.contains(.subIFDs)
        guard let make = directory.string(.make)?.uppercased() else {
            return hasSubimages ? named(filenameExtension) : nil
        }
        if make.hasPrefix("NIKON"), hasSubimages { return .nef }
        if make.hasPrefix("SONY"), hasSubimages { return .arw }
        return nil
    }

    private static func named(_ filenameExtension: String?) -> MediaFormat? {
        switch filenameExtension {
        case "dng": .dng
        case "cr2": .cr2
        case "nef", "nrw": .nef
        case "arw", "sr2", "srf": .arw
        case "orf": .orf
        case "rw2": .rw2
        default: nil
        }
    }
}

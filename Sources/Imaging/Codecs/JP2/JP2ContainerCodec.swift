package import PhotoModel

/// JPEG 2000: the metadata in its boxes. Header and pixels need a codec with a library.
package struct JP2ContainerCodec: BoxCodec {
    package let formats: [MediaFormat] = [.jp2]

    package init() {}

    /// The identifiers of boxes of EXIF: that of Exiv2 and ExifTool, and Photoshop's (ExifTool, `Jpeg2000.pm`).
    private static let exif: [[UInt8]] = [
        Array("JpgTiffExif->JP2".utf8),
        [0x05, 0x37, 0xCD, 0xAB, 0x9D, 0x0C, 0x44, 0x31, 0xA7, 0x2A, 0xFA, 0x56, 0x1F, 0x2A, 0x11, 0x3E],
    ]
    /// Those of boxes of IPTC: that of Exiv2 and ExifTool, and Photoshop's.
    private static let iptc: [[UInt8]] = [
        [0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD, 0x38],
        [0x09, 0xA1, 0x4E, 0x97, 0xC0, 0xB4, 0x42, 0xE0, 0xBE, 0xBF, 0x36, 0xDF, 0x6F, 0x0C, 0xE3, 0x6F],
    ]

    /// Recognizes a bare codestream, and one in boxes (ISO/IEC 15444-1).
    package func sniff(_ head: FileHead) -> MediaFormat? {
        let isContainer = head.view.starts(with: [0, 0, 0, 12]) && head.view.has("jP  \r\n", at: 4)
        return isContainer || Self.isCodestream(head) ? .jp2 : nil
    }

    /// Whether it is a codestream without boxes.
    package static func isCodestream(_ head: FileHead) -> Bool { head.view.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) }

    func boxes(_ file: ImageFile) throws(ImagingError) -> MetadataSources {
        var sources = MetadataSources()
        guard file.window.head.starts(with: [0, 0, 0, 12]) else { return sources }
        var boxes = MetadataBoxes(file.window)
        try boxes.forEach { box, reader throws(ImagingError) in
            guard box.type == "uuid" else { return }
            let bytes = try reader.view(box.content)
            let content = bytes.slice(upTo: bytes.count, at: 16) ?? ByteView([])
            if Self.exif.contains(where: { bytes.starts(with: $0) }), sources.exif == nil {
                // digiKam writes the six bytes in front that the block has in a JPEG.
                sources.exif = Array(content.has("Exif\0", at: 0) ? content.bytes.dropFirst(6) : content.bytes)
            }
            if Self.iptc.contains(where: { bytes.starts(with: $0) }) {
                sources.iptc = sources.iptc ?? IPTCRecord(content)
            }
            if bytes.starts(with: MetadataBoxes.xmp) { sources.xmp = sources.xmp ?? XMPPacket(content.bytes) }
        }
        return sources
    }
}

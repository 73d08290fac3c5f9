package import PhotoModel

/// JPEG 2000: the metadata in its boxes. Header and pixels need a codec with a library.
package struct JP2ContainerCodec: BoxCodec {
    package let formats: [MediaFormat] = [.jp2]

    package init() {}

    /// The name of Exiv2's and ExifTool's box of EXIF.
    private static let exif = Array("JpgTiffExif->JP2".utf8)

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
            let content = bytes.slice(upTo: bytes.count, at: 16)?.bytes ?? []
            if bytes.starts(with: Self.exif) { sources.exif = sources.exif ?? Array(content) }
            if bytes.starts(with: MetadataBoxes.xmp) { sources.xmp = sources.xmp ?? XMPPacket(content) }
        }
        return sources
    }
}

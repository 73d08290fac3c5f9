package import PhotoModel

/// JPEG XL: the metadata in its boxes. Header and pixels need a codec with a library.
package struct JXLContainerCodec: BoxCodec {
    package let formats: [MediaFormat] = [.jxl]

    package init() {}

    /// Recognizes a bare codestream, and one in boxes (ISO/IEC 18181-2).
    package func sniff(_ head: FileHead) -> MediaFormat? {
        let isContainer = head.view.starts(with: [0, 0, 0, 12]) && head.view.has("JXL \r\n", at: 4)
        return isContainer || head.view.starts(with: [0xFF, 0x0A]) ? .jxl : nil
    }

    /// Reads the boxes that are not compressed.
    func boxes(_ file: ImageFile) throws(ImagingError) -> MetadataSources {
        var sources = MetadataSources()
        guard !file.window.head.starts(with: [0xFF, 0x0A]) else { return sources }
        var boxes = MetadataBoxes(file.window)
        try boxes.forEach { box, reader throws(ImagingError) in
            switch box.type {
            case "Exif" where sources.exif == nil:
                // Where the block begins, counted from after this number.
                let bytes = try reader.view(box.content)
                let start = 4 + Int(bytes.bigUInt32(at: 0) ?? 0)
                sources.exif = bytes.slice(upTo: bytes.count, at: start).map { Array($0.bytes) }
            case "xml " where sources.xmp == nil: sources.xmp = XMPPacket(try reader.view(box.content).bytes)
            default: break
            }
        }
        return sources
    }
}

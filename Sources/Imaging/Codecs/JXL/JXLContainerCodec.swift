/// JPEG XL: what its boxes say. Header and pixels need a codec with a library.
package struct JXLContainerCodec: ImageCodec {
    package let formats: [MediaFormat] = [.jxl]

    package init() {}

    /// A codestream alone, or in boxes (ISO/IEC 18181-2).
    package func sniff(_ head: FileHead) -> MediaFormat? {
        let isContainer = head.view.starts(with: [0, 0, 0, 12]) && head.view.has("JXL \r\n", at: 4)
        return isContainer || head.view.starts(with: [0xFF, 0x0A]) ? .jxl : nil
    }

    package func support(for format: MediaFormat) -> FormatSupport {
        FormatSupport(readsHeader: false, readsMetadata: true, decodesPixels: false)
    }

    /// The orientation is the codestream's business: that of EXIF does not count.
    package func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        var metadata = try boxes(file).metadata(file.source)
        metadata.orientation = .upright
        return metadata
    }

    package func exifBlock(of file: ImageFile) throws(ImagingError) -> [UInt8]? { try boxes(file).exif }

    /// Those that are not compressed.
    private func boxes(_ file: ImageFile) throws(ImagingError) -> MetadataSources {
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

package import PhotoModel

/// JPEG XL: the metadata in its boxes. Header and pixels need a codec with a library.
package struct JXLContainerCodec: BoxCodec {
    package let formats: [MediaFormat] = [.jxl]
    /// How many compressed boxes are unpacked; files have two at most.
    private static let packedLimit = 4
    /// Unpacks the content of a compressed box; nil if no library does that.
    private let unpack: (@Sendable ([UInt8]) -> [UInt8]?)?

    /// - Parameter unpack: returns what is compressed in a box `brob`, whose content it is given; nil if it cannot.
    package init(unpack: (@Sendable ([UInt8]) -> [UInt8]?)? = nil) { self.unpack = unpack }

    /// Recognizes a bare codestream, and one in boxes (ISO/IEC 18181-2).
    package func sniff(_ head: FileHead) -> MediaFormat? {
        let isContainer = head.view.starts(with: [0, 0, 0, 12]) && head.view.has("JXL \r\n", at: 4)
        return isContainer || head.view.starts(with: [0xFF, 0x0A]) ? .jxl : nil
    }

    /// Reads the boxes of EXIF and XMP. Those that are compressed are read if there is a library for that.
    func boxes(_ file: ImageFile) throws(ImagingError) -> MetadataSources {
        var sources = MetadataSources()
        guard !file.window.head.starts(with: [0xFF, 0x0A]) else { return sources }
        var packedCount = 0
        var boxes = MetadataBoxes(file.window)
        try boxes.forEach { box, reader throws(ImagingError) in
            guard ["Exif", "xml ", "brob"].contains(box.type) else { return }
            let content = try reader.view(box.content)
            guard box.type == "brob" else { return Self.note(box.type, content, &sources) }
            guard let type = content.fourCharacters(at: 0), ["Exif", "xml "].contains(type),
                packedCount < Self.packedLimit
            else { return }
            packedCount += 1
            if let bytes = unpack?(Array(content.bytes)) { Self.note(type, ByteView(bytes), &sources) }
        }
        return sources
    }

    private static func note(_ type: String, _ content: ByteView, _ sources: inout MetadataSources) {
        switch type {
        case "Exif" where sources.exif == nil:
            // Where the block begins, counted from after this number.
            let start = 4 + Int(content.bigUInt32(at: 0) ?? 0)
            sources.exif = content.slice(upTo: content.count, at: start).map { Array($0.bytes) }
        case "xml " where sources.xmp == nil: sources.xmp = XMPPacket(content.bytes)
        default: break
        }
    }
}

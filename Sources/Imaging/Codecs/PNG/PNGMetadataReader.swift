/// Finds EXIF, XMP and IPTC in a PNG: in the chunks that the standard has for them, or in ImageMagick's text chunks.
struct PNGMetadataReader {
    /// The largest metadata block that is read.
    private static let blockLimit = 4 << 20

    let structure: PNGStructure
    let source: ImageSource

    /// EXIF's orientation, then XMP's, then upright.
    func orientation() throws(ImagingError) -> Orientation {
        if let bytes = try exif(), let orientation = EXIFBlock(bytes)?.orientation { return orientation }
        if let packet = try xmp(), let orientation = packet.orientation { return orientation }
        return .upright
    }

    /// The TIFF structure of the EXIF block.
    func exif() throws(ImagingError) -> [UInt8]? {
        if let block = structure.exif { return Self.withoutSignature(try read(block)) }
        return try structure.profiles.exif(source).map(Self.withoutSignature)
    }

    /// The IPTC record. ImageMagick writes it inside Photoshop's resources, or alone.
    func iptc() throws(ImagingError) -> IPTCRecord? {
        guard let chunk = structure.profiles.iptc,
            let bytes = try PNGProfiles.bytes(of: chunk, source, limit: PNGProfiles.textLimit)
        else { return nil }
        let view = ByteView(bytes)
        return IPTCRecord(PhotoshopResources(view).data(PhotoshopResources.iptc) ?? view)
    }

    /// The program that wrote the file. The standard's encoding is Latin-1, but names of programs are ASCII.
    func software() throws(ImagingError) -> String? {
        let longest = 256
        guard let block = structure.software, block.length <= longest else { return nil }
        return String(decoding: try read(block).dropFirst("Software".utf8.count + 1), as: UTF8.self).trimmedText
    }

    /// The packet of an iTXt chunk, or else ImageMagick's.
    func xmp() throws(ImagingError) -> XMPPacket? {
        guard let block = structure.xmp else { return try structure.profiles.xmp(source).map { XMPPacket($0) } }
        let bytes = try read(block)
        let keywordLength = 18
        guard bytes.count > keywordLength + 2 else { return nil }
        let isCompressed = bytes[keywordLength] == 1
        var text = bytes.dropFirst(keywordLength + 2)
        for _ in 0..<2 {  // The language and the translated keyword.
            guard let end = text.firstIndex(of: 0) else { return nil }
            text = text[(end + 1)...]
        }
        guard isCompressed else { return XMPPacket(text) }
        return Array(text).inflated(limit: Self.blockLimit).map { XMPPacket($0) }
    }

    private func read(_ block: PNGStructure.Block) throws(ImagingError) -> [UInt8] {
        guard block.length <= Self.blockLimit else { return [] }
        return try source.read(at: block.offset, count: block.length)
    }

    /// EXIF blocks that were copied from a JPEG still have its six bytes in front.
    private static func withoutSignature(_ bytes: [UInt8]) -> [UInt8] {
        ByteView(bytes).has("Exif\0", at: 0) ? Array(bytes.dropFirst(6)) : bytes
    }
}

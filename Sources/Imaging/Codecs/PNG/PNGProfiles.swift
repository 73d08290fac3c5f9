internal import CImaging

/// Where a PNG has metadata in the text chunks of ImageMagick, "Raw profile type …" (its `coders/png.c`): hexadecimal digits,
/// compressed or not.
struct PNGProfiles {
    /// The data of a chunk.
    struct Chunk {
        let block: PNGStructure.Block
        let isCompressed: Bool
    }

    /// How much of a profile's digits is read. What libexif takes of EXIF, which is 64 KiB, has two digits a byte, with a
    /// newline after each 72.
    static let exifTextLimit = 140 << 10
    /// Captions and keywords need some kilobytes. A file of a few could make the reader inflate a thousand times as much.
    static let textLimit = 1 << 20
    /// Segments APP1 of one photo: EXIF, XMP, and pieces of more XMP.
    private static let segmentLimit = 8
    private static let xmpSignature: StaticString = "http://ns.adobe.com/xap/1.0/\0"

    private var exif: Chunk?
    private var xmp: Chunk?
    private(set) var iptc: Chunk?
    /// How old versions wrote both EXIF and XMP, as JPEG has them.
    private var segments: [Chunk] = []

    /// Takes up a text chunk, of which `head` is the first bytes, with its length and type.
    mutating func note(_ block: PNGStructure.Block, isCompressed: Bool, head: ByteView) {
        let chunk = Chunk(block: block, isCompressed: isCompressed)
        if head.has("Raw profile type exif\0", at: 8) { exif = exif ?? chunk }
        if head.has("Raw profile type xmp\0", at: 8) { xmp = xmp ?? chunk }
        if head.has("Raw profile type iptc\0", at: 8) { iptc = iptc ?? chunk }
        if head.has("Raw profile type APP1\0", at: 8), segments.count < Self.segmentLimit { segments.append(chunk) }
    }

    /// The EXIF block, with the six bytes in front that it has in a JPEG or without.
    func exif(_ source: ImageSource) throws(ImagingError) -> [UInt8]? {
        if let exif { return try Self.bytes(of: exif, source, limit: Self.exifTextLimit) }
        return try segment(source, limit: Self.exifTextLimit) { $0.has("Exif\0", at: 0) || TIFFStructure($0) != nil }
    }

    /// The packet.
    func xmp(_ source: ImageSource) throws(ImagingError) -> [UInt8]? {
        if let xmp { return try Self.bytes(of: xmp, source, limit: Self.textLimit) }
        return try segment(source, limit: Self.textLimit) { $0.has(Self.xmpSignature, at: 0) }
            .map { Array($0.dropFirst(Self.xmpSignature.utf8CodeUnitCount)) }
    }

    /// The first APP1 that is of the kind. Which it is its first bytes say, so that the others are not inflated.
    private func segment(
        _ source: ImageSource, limit: Int, where isOfKind: (ByteView) -> Bool
    ) throws(ImagingError) -> [UInt8]? {
        let beginning = 256
        for chunk in segments {
            guard let head = try Self.bytes(of: chunk, source, limit: beginning), isOfKind(ByteView(head)) else {
                continue
            }
            return try Self.bytes(of: chunk, source, limit: limit)
        }
        return nil
    }

    /// What a profile says, from so many bytes of its text; nil when it is damaged.
    static func bytes(of chunk: Chunk, _ source: ImageSource, limit: Int) throws(ImagingError) -> [UInt8]? {
        // Compression makes no text longer than by this much.
        let overhead = 1024
        let data = try source.read(at: chunk.block.offset, count: min(chunk.block.length, limit + overhead))
        // Keywords end in NUL; one byte names the method, of which there is one.
        guard let end = data.prefix(32).firstIndex(of: 0) else { return nil }
        guard chunk.isCompressed else { return decoded(data[(end + 1)...].prefix(limit)) }
        return inflated(Array(data.dropFirst(end + 2)), limit).flatMap { decoded($0[...]) }
    }

    private static func inflated(_ input: [UInt8], _ limit: Int) -> [UInt8]? {
        var length = 0
        let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
            length = imaging_inflate_beginning(input, input.count, buffer.baseAddress, buffer.count)
            filled = max(0, length)
        }
        return length > 0 ? output : nil
    }

    /// A newline, the profile's name, its length in decimal, then hexadecimal digits.
    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
        guard lines.count == 3 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lines[2].count / 2)
        var high: UInt8?
        for character in lines[2] {
            guard let digit = digit(character) else { continue }
            guard let first = high else {
                high = digit
                continue
            }
            bytes.append(first << 4 | digit)
            high = nil
        }
        return bytes
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

internal import CImaging

/// Finds the metadata of a PNG in ImageMagick's text chunks, "Raw profile type …" (`coders/png.c`), which are
/// hexadecimal digits, compressed or not.
struct PNGProfiles {
    /// The data of a chunk.
    struct Chunk {
        let block: PNGStructure.Block
        let isCompressed: Bool
    }

    /// The most characters of a profile that are read for EXIF. libexif reads 64 KiB, with two digits for each byte and
    /// a newline after every 72.
    static let exifTextLimit = 140 << 10
    /// The same for captions and keywords, which need some kilobytes. A small file could make the reader inflate a
    /// thousand times its size.
    static let textLimit = 1 << 20
    /// The most APP1 segments of a photo: EXIF, XMP, and pieces of extended XMP.
    private static let segmentLimit = 8
    private static let xmpSignature: StaticString = "http://ns.adobe.com/xap/1.0/\0"

    private var exif: Chunk?
    private var xmp: Chunk?
    private(set) var iptc: Chunk?
    /// APP1 segments, in which old versions wrote both EXIF and XMP, as JPEG has them.
    private var segments: [Chunk] = []

    /// Reads a text chunk; `head` is its first bytes, with length and type.
    mutating func note(_ block: PNGStructure.Block, isCompressed: Bool, head: ByteView) {
        let chunk = Chunk(block: block, isCompressed: isCompressed)
        if head.has("Raw profile type exif\0", at: 8) { exif = exif ?? chunk }
        if head.has("Raw profile type xmp\0", at: 8) { xmp = xmp ?? chunk }
        if head.has("Raw profile type iptc\0", at: 8) { iptc = iptc ?? chunk }
        if head.has("Raw profile type APP1\0", at: 8), segments.count < Self.segmentLimit { segments.append(chunk) }
    }

    /// The EXIF block, with or without the six bytes in front that it has in a JPEG.
    func exif(_ source: ImageSource) throws(ImagingError) -> [UInt8]? {
        if let exif { return try Self.bytes(of: exif, source, limit: Self.exifTextLimit) }
        return try segment(source, limit: Self.exifTextLimit) { $0.has("Exif\0", at: 0) || TIFFStructure($0) != nil }
    }

    /// The XMP packet.
    func xmp(_ source: ImageSource) throws(ImagingError) -> [UInt8]? {
        if let xmp { return try Self.bytes(of: xmp, source, limit: Self.textLimit) }
        return try segment(source, limit: Self.textLimit) { $0.has(Self.xmpSignature, at: 0) }
            .map { Array($0.dropFirst(Self.xmpSignature.utf8CodeUnitCount)) }
    }

    /// The first APP1 segment of a kind. Its first bytes tell the kind, so that the others are not inflated.
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

    /// The bytes of a profile, from at most `limit` bytes of its text; nil if it is damaged.
    static func bytes(of chunk: Chunk, _ source: ImageSource, limit: Int) throws(ImagingError) -> [UInt8]? {
        // Compression lengthens a text by no more than this.
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

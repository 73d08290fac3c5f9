internal import PhotoModel

/// Reads the segments of a JPEG up to its first scan, but only their first bytes: a segment may be 64 KiB long, and
/// there may be many.
struct JPEGStructureReader {
    /// The most segments. Malicious files repeat small ones for ever; photos have some hundred at most (profiles, large
    /// XMP).
    private static let segmentLimit = 10_000
    /// The length of the longest signature: that of an XMP segment.
    private static let signatureLength = 40

    private var window: SourceWindow
    private var structure = JPEGStructure()

    init(_ window: SourceWindow) {
        self.window = window
    }

    /// - Throws: `corrupt` if the segments are invalid before a frame header was found.
    static func read(_ window: SourceWindow) throws(ImagingError) -> JPEGStructure {
        var reader = JPEGStructureReader(window)
        return try reader.walk()
    }

    private mutating func walk() throws(ImagingError) -> JPEGStructure {
        structure.start = startOfImage(window.head) ?? 0
        var offset = structure.start + 2
        for _ in 0..<Self.segmentLimit {
            guard let (marker, position) = try nextMarker(from: offset) else { break }
            if marker == 0xDA || marker == 0xD9 { break }  // A scan, or the end.
            guard !isStandalone(marker) else {
                offset = position
                continue
            }
            let head = try window.view(at: position, count: 2 + Self.signatureLength)
            guard let length = head.bigUInt16(at: 0), length >= 2 else { break }
            note(marker, payload: position + 2, length: Int(length) - 2, head: head)
            offset = position + Int(length)
        }
        return structure
    }

    private func startOfImage(_ head: ByteView) -> Int? {
        head.starts(with: [0xFF, 0xD8]) ? 0 : Self.displacedStart(head)
    }

    /// The offset of the start-of-image marker in a file that begins with junk.
    static func displacedStart(_ bytes: ByteView) -> Int? {
        for start in 0..<max(0, min(512, bytes.count - 12)) where bytes.starts(with: [0xFF, 0xD8, 0xFF], at: start) {
            if bytes.has("JFIF", at: start + 6) || bytes.has("Exif", at: start + 6) { return start }
        }
        return nil
    }

    /// Markers without a length: TEM, RST0…7, SOI.
    private func isStandalone(_ marker: UInt8) -> Bool {
        marker == 0x01 || (0xD0...0xD8).contains(marker)
    }

    /// The next marker and the offset after it. Bytes between segments are skipped, as decoders do.
    private mutating func nextMarker(from offset: Int) throws(ImagingError) -> (UInt8, Int)? {
        let searchLimit = 64 << 10
        let view = try window.view(at: offset, count: 2)
        if view.byte(at: 0) == 0xFF, let marker = view.byte(at: 1), marker != 0xFF, marker != 0 {
            return (marker, offset + 2)
        }
        let wide = try window.view(at: offset, count: searchLimit)
        var position = 0
        while let byte = wide.byte(at: position), let next = wide.byte(at: position + 1) {
            if byte == 0xFF, next != 0xFF, next != 0 { return (next, offset + position + 2) }
            position += 1
        }
        return nil
    }

    private mutating func note(_ marker: UInt8, payload: Int, length: Int, head: ByteView) {
        switch marker {
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xF7:
            // The first frame wins, as in decoders that stop at the first image. F7 is JPEG-LS.
            if structure.frame == nil { structure.frame = frame(marker, head: head) }
        case 0xE1: noteMetadata(payload: payload, length: length, head: head)
        case 0xE2: noteColors(payload: payload, length: length, head: head)
        case 0xED:
            if head.has("Photoshop 3.0\0", at: 2), length > 14 {
                structure.photoshop.append(.init(offset: payload + 14, length: length - 14))
            }
        case 0xEE:
            if head.has("Adobe", at: 2), length >= 12 { structure.adobeTransform = head.byte(at: 13) }
        default: break
        }
    }

    /// A gain map, a piece of the colour profile, or the index of the other images in the file.
    private mutating func noteColors(payload: Int, length: Int, head: ByteView) {
        if head.has("urn:iso:std:iso:ts:21496:-1\0", at: 2) { structure.hasGainMap = true }
        if head.has("ICC_PROFILE\0", at: 2), length > 14, let number = head.byte(at: 14),
            let count = head.byte(at: 15)
        {
            structure.colorProfilePieces = count
            structure.colorProfile[number] = .init(offset: payload + 14, length: length - 14)
        }
        if head.has("MPF\0", at: 2), length > 4, structure.multiPicture == nil {
            structure.multiPicture = .init(offset: payload + 4, length: length - 4)
        }
    }

    private mutating func noteMetadata(payload: Int, length: Int, head: ByteView) {
        let xmpSignatureLength = 29
        if head.has("Exif\0", at: 2), length > 6 {
            noteEXIF(.init(offset: payload + 6, length: length - 6), head: head)
        } else if head.has("http://ns.adobe.com/xap/1.0/\0", at: 2), structure.xmp == nil, length > xmpSignatureLength {
            structure.xmp = .init(offset: payload + xmpSignatureLength, length: length - xmpSignatureLength)
        } else if head.has("http://ns.adobe.com/xmp/extension/\0", at: 2), length > 35 {
            structure.extendedXMP.append(.init(offset: payload + 35, length: length - 35))
        }
    }

    /// A block that is longer than a segment continues in the next ones, without a TIFF header; ExifTool writes it so.
    private mutating func noteEXIF(_ block: JPEGStructure.Block, head: ByteView) {
        let isBeginning = head.has("II*\0", at: 8) || head.has("MM\0*", at: 8)
        guard let first = structure.exif else {
            // A block with another beginning cannot be read, but another one may follow.
            if isBeginning { structure.exif = block }
            return
        }
        // Marker, length and name of the segment.
        let headLength = 10
        let last = structure.exifRest.last ?? first
        if !isBeginning, block.offset == last.offset + last.length + headLength { structure.exifRest.append(block) }
    }

    private func frame(_ marker: UInt8, head: ByteView) -> JPEGFrame? {
        guard let precision = head.byte(at: 2), let height = head.bigUInt16(at: 3), let width = head.bigUInt16(at: 5),
            let components = head.byte(at: 7)
        else { return nil }
        return JPEGFrame(
            marker: marker, bitsPerComponent: Int(precision),
            size: PixelSize(width: Int(width), height: Int(height)), componentCount: Int(components)
        )
    }
}

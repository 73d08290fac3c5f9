internal import PhotoModel

/// Reads the blocks of a GIF (GIF89a, appendix A): counts its frames without decoding their pixels, and finds its XMP.
struct GIFFrames {
    /// The most bytes of a file that are read.
    private static let byteLimit = 64 << 20

    private var window: SourceWindow
    private var offset = 13
    private var frames = 0
    private var milliseconds = 0
    /// How long the next frame is shown, in milliseconds.
    private var delay = 0

    static func animation(_ window: SourceWindow) throws(ImagingError) -> ImageAnimation? {
        var walk = GIFFrames(window: window)
        try walk.readBlocks()
        return ImageAnimation(frames: walk.frames, milliseconds: walk.milliseconds)
    }

    /// The XMP packet before the first frame; nil if there is none. Its bytes are not in pieces, but those who take them for some come
    /// to the end all the same (XMP specification, part 3, section 1.1.2).
    static func xmp(_ window: SourceWindow) throws(ImagingError) -> XMPPacket? {
        let headLength = 14
        var walk = GIFFrames(window: window)
        walk.skipPalette(flags: try walk.byte(10))
        while walk.offset < XMLDocument.byteLimit, try walk.byte(walk.offset) == 0x21 {
            let start = walk.offset
            let head = try walk.window.view(at: start, count: headLength)
            try walk.readExtension()
            guard head.byte(at: 1) == 0xFF, head.byte(at: 2) == 11, head.has("XMP DataXMP", at: 3) else { continue }
            let length = min(walk.offset - start - headLength, XMLDocument.byteLimit)
            return XMPPacket(try walk.window.view(at: start + headLength, count: length).bytes)
        }
        return nil
    }

    /// How far the first frame reaches to the right and down; nil if there is none near the beginning of the file.
    static func extent(_ window: SourceWindow) throws(ImagingError) -> PixelSize? {
        var walk = GIFFrames(window: window)
        walk.skipPalette(flags: try walk.byte(10))
        while walk.offset < XMLDocument.byteLimit, let kind = try walk.byte(walk.offset) {
            switch kind {
            case 0x21: try walk.readExtension()
            case 0x2C:
                let place = try walk.window.view(at: walk.offset + 1, count: 8)
                let numbers = [0, 2, 4, 6].compactMap { place.bigUInt16(at: $0).map { Int($0.byteSwapped) } }
                guard numbers.count == 4 else { return nil }
                return PixelSize(width: numbers[0] + numbers[2], height: numbers[1] + numbers[3])
            default: return nil
            }
        }
        return nil
    }

    private init(window: SourceWindow) { self.window = window }

    private mutating func byte(_ place: Int) throws(ImagingError) -> UInt8? {
        try window.view(at: place, count: 1).byte(at: 0)
    }

    private mutating func readBlocks() throws(ImagingError) {
        skipPalette(flags: try byte(10))
        while offset < Self.byteLimit, let kind = try byte(offset) {
            switch kind {
            case 0x21: try readExtension()
            case 0x2C: try readFrame()
            default: return  // The trailer, or damage.
            }
        }
    }

    private mutating func readExtension() throws(ImagingError) {
        let head = try window.view(at: offset, count: 6)
        if head.byte(at: 1) == 0xF9, head.byte(at: 2) == 4, let low = head.byte(at: 4), let high = head.byte(at: 5) {
            delay = 10 * (Int(high) << 8 | Int(low))
        }
        offset += 2
        try skipPieces()
    }

    private mutating func readFrame() throws(ImagingError) {
        let flags = try byte(offset + 9)
        offset += 10
        skipPalette(flags: flags)
        offset += 1  // The initial code size of LZW.
        frames += 1
        milliseconds += ImageAnimation.shown(delay)
        delay = 0
        try skipPieces()
    }

    private mutating func skipPalette(flags: UInt8?) {
        if let flags, flags & 0x80 != 0 { offset += 3 << (Int(flags & 7) + 1) }
    }

    /// Skips sub-blocks. Each is a length of one byte and as many bytes; a length of 0 ends them.
    private mutating func skipPieces() throws(ImagingError) {
        while offset < Self.byteLimit, let length = try byte(offset) {
            offset += 1 + Int(length)
            if length == 0 { return }
        }
    }
}

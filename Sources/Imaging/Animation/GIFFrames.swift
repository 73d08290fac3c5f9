/// Reads the blocks of a GIF (GIF89a, appendix A) and counts its frames, without decoding their pixels.
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

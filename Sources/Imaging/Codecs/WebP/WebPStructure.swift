internal import PhotoModel

/// What the chunks of a WebP say (RFC 9649), and where its metadata is.
struct WebPStructure {
    /// A chunk's data inside the source.
    struct Block: Hashable {
        let offset: Int
        let length: Int
    }

    var size = PixelSize(width: 0, height: 0)
    var hasAlpha = false
    var profile: Block?
    var exif: Block?
    var xmp: Block?
    private var frames = 0
    private var milliseconds = 0

    /// The animation; nil if there is none.
    var animation: ImageAnimation? { ImageAnimation(frames: frames, milliseconds: milliseconds) }

    /// The largest metadata block that is read.
    private static let blockLimit = 8 << 20
    private static let chunkLimit = 4096

    /// - Throws: `corrupt` if there is no image.
    static func read(_ window: SourceWindow) throws(ImagingError) -> WebPStructure {
        var window = window
        var structure = WebPStructure()
        var offset = 12
        for _ in 0..<chunkLimit {
            let head = try window.view(at: offset, count: 8 + 16)
            guard let type = head.fourCharacters(at: 0), let length = head.littleUInt32(at: 4).map(Int.init) else {
                break
            }
            structure.note(type, .init(offset: offset + 8, length: length), head)
            offset += 8 + length + length % 2
        }
        guard !structure.size.isEmpty else { throw .corrupt("the WebP has no image") }
        return structure
    }

    private mutating func note(_ type: String, _ block: Block, _ head: ByteView) {
        switch type {
        case "VP8X": noteCanvas(head)
        case "VP8 ": noteLossy(head)
        case "VP8L": noteLossless(head)
        case "ICCP": profile = profile ?? block
        case "EXIF": exif = exif ?? block
        case "XMP ": xmp = xmp ?? block
        case "ANMF": noteFrame(head)
        default: break
        }
    }

    /// Reads flags, then three bytes for each side, less one.
    private mutating func noteCanvas(_ head: ByteView) {
        guard let flags = head.byte(at: 8), let width = head.littleUInt32(at: 12),
            let height = head.littleUInt32(at: 14)
        else { return }
        hasAlpha = flags & 0x10 != 0
        size = PixelSize(width: Int(width & 0xFF_FFFF) + 1, height: Int(height >> 8) + 1)
    }

    /// Reads three bytes each for position, size and duration, then flags.
    private mutating func noteFrame(_ head: ByteView) {
        guard let time = head.littleUInt32(at: 8 + 12) else { return }
        frames += 1
        milliseconds += ImageAnimation.shown(Int(time & 0xFF_FFFF))
    }

    /// Reads a key frame's header: a start code, then fourteen bits for each side.
    private mutating func noteLossy(_ head: ByteView) {
        guard size.isEmpty, head.starts(with: [0x9D, 0x01, 0x2A], at: 11), let sides = head.littleUInt32(at: 14) else {
            return
        }
        size = PixelSize(width: Int(sides & 0x3FFF), height: Int(sides >> 16 & 0x3FFF))
    }

    /// Reads a signature, then fourteen bits for each side, less one, then the flag for alpha.
    private mutating func noteLossless(_ head: ByteView) {
        guard head.byte(at: 8) == 0x2F, let bits = head.littleUInt32(at: 9) else { return }
        if bits >> 28 & 1 == 1 { hasAlpha = true }
        guard size.isEmpty else { return }
        size = PixelSize(width: Int(bits & 0x3FFF) + 1, height: Int(bits >> 14 & 0x3FFF) + 1)
    }

    static func read(_ block: Block?, _ source: ImageSource) throws(ImagingError) -> [UInt8]? {
        guard let block, block.length <= blockLimit else { return nil }
        let bytes = try source.read(at: block.offset, count: block.length)
        return ByteView(bytes).has("Exif\0", at: 0) ? Array(bytes.dropFirst(6)) : bytes
    }

    /// EXIF's orientation, then XMP's, then upright.
    func orientation(_ source: ImageSource) throws(ImagingError) -> Orientation {
        if let bytes = try Self.read(exif, source), let found = EXIFBlock(bytes)?.orientation { return found }
        if let bytes = try Self.read(xmp, source), let found = XMPPacket(bytes).orientation { return found }
        return .upright
    }

    func header(_ source: ImageSource) throws(ImagingError) -> ImageHeader {
        ImageHeader(
            format: .webp, storedSize: size, orientation: try orientation(source), hasAlpha: hasAlpha,
            isProgressive: false, colorComponents: hasAlpha ? 4 : 3, bitsPerComponent: 8,
            hasColorProfile: profile != nil
        )
    }
}

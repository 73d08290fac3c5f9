internal import PhotoModel

/// Reads the chunks of a PNG, but only their first bytes.
struct PNGStructureReader {
    /// Enough for the image data of a large file in pieces of 8 KiB; metadata may follow it.
    private static let chunkLimit = 16_384
    /// How many chunks are read between two checks for cancellation; each takes a read, and all of them about a
    /// millisecond.
    private static let chunksBetweenChecks = 256
    /// What is read of each chunk: all of cHRM, and the longest signature, that of ImageMagick's EXIF.
    private static let signatureLength = 32
    /// The standard's limit for a length.
    private static let largestLength = 0x7FFF_FFFF

    private var window: SourceWindow
    private var structure = PNGStructure()
    private var isBeforePixels = true

    static func read(_ window: SourceWindow, _ cancellation: Cancellation = .never) throws(ImagingError) -> PNGStructure
    {
        var reader = PNGStructureReader(window: window)
        return try reader.walk(cancellation)
    }

    private init(window: SourceWindow) { self.window = window }

    private mutating func walk(_ cancellation: Cancellation) throws(ImagingError) -> PNGStructure {
        try readImageHeader()
        var offset = 33  // Signature, and IHDR with its length, type and checksum.
        for index in 0..<Self.chunkLimit {
            if index % Self.chunksBetweenChecks == Self.chunksBetweenChecks - 1 { try cancellation.throwIfCancelled() }
            let head = try window.view(at: offset, count: 8 + Self.signatureLength)
            guard let length = head.bigUInt32(at: 0).map(Int.init), length <= Self.largestLength,
                let type = head.fourCharacters(at: 4), type != "IEND"
            else { break }
            let block = PNGStructure.Block(offset: offset + 8, length: length)
            if type == "IDAT" { isBeforePixels = false }
            if isBeforePixels { structure.color.note(type, block, head) }
            note(type, block, head: head)
            offset += length + 12
        }
        return structure
    }

    private mutating func readImageHeader() throws(ImagingError) {
        let view = try window.view(at: 0, count: 33)
        guard view.has("IHDR", at: 12), let width = view.bigUInt32(at: 16), let height = view.bigUInt32(at: 20),
            let depth = view.byte(at: 24), let colorType = view.byte(at: 25), let interlace = view.byte(at: 28)
        else { throw .corrupt("the PNG has no header") }
        structure.size = PixelSize(width: Int(width), height: Int(height))
        structure.bitDepth = Int(depth)
        structure.colorType = Int(colorType)
        structure.isInterlaced = interlace == 1
    }

    private mutating func note(_ type: String, _ block: PNGStructure.Block, head: ByteView) {
        switch type {
        case "tRNS": structure.hasTransparency = true
        case "acTL": structure.isAnimated = structure.isAnimated || isBeforePixels
        case "fcTL": structure.noteFrame(head)
        case "eXIf": structure.exif = structure.exif ?? block
        case "iTXt":
            if head.has("XML:com.adobe.xmp\0", at: 8) { structure.xmp = structure.xmp ?? block }
        case "tEXt", "zTXt":
            structure.profiles.note(block, isCompressed: type == "zTXt", head: head)
            if type == "tEXt", head.has("Software\0", at: 8) { structure.software = structure.software ?? block }
        default: break
        }
    }
}

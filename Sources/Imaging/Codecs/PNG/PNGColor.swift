/// What the chunks of a PNG say about its colours (W3C PNG, third edition, section 4.3).
struct PNGColor {
    /// The numbers of a cICP chunk.
    var codePoints: CodePoints?
    /// The data of an iCCP chunk.
    var profile: PNGStructure.Block?
    var isSRGB = false
    /// The exponent with which light was turned into samples: 1/2.2 for nearly all files, 1 for linear ones.
    var gamma: Double?
    /// x and y of white, red, green and blue.
    var chromaticities: [Double]?

    /// Reads a chunk; `head` is the chunk with its length and type, as much as was read of it.
    mutating func note(_ type: String, _ block: PNGStructure.Block, _ head: ByteView) {
        switch type {
        case "cICP" where block.length == 4: noteCodePoints(head)
        case "iCCP": profile = profile ?? block
        case "sRGB": isSRGB = true
        case "gAMA" where block.length == 4: gamma = gamma ?? head.bigUInt32(at: 8).map { Double($0) / 100_000 }
        case "cHRM" where block.length == 32: noteChromaticities(head)
        default: break
        }
    }

    private mutating func noteCodePoints(_ head: ByteView) {
        guard codePoints == nil, let primaries = head.byte(at: 8), let transfer = head.byte(at: 9),
            let matrix = head.byte(at: 10), let range = head.byte(at: 11)
        else { return }
        codePoints = CodePoints(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: range == 1)
    }

    private mutating func noteChromaticities(_ head: ByteView) {
        let values = (0..<8).compactMap { head.bigUInt32(at: 8 + $0 * 4) }
        guard chromaticities == nil, values.count == 8 else { return }
        chromaticities = values.map { Double($0) / 100_000 }
    }
}

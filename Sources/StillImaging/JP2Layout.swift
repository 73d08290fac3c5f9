internal import Imaging
internal import PhotoModel

/// How a JPEG 2000 is divided into tiles, according to its header, and how many channels its palette has. This is read
/// before OpenJPEG gets the file, because it allocates memory for every tile and component that the header declares, some
/// hundred megabytes for a file of as many bytes, and an image for every channel of a palette.
///
/// ISO/IEC 15444-1, A.5.1 (image and tile size) and I.4 (boxes).
struct JP2Layout {
    /// The most components: colours, alpha, and what measuring devices add. All of them are decoded.
    private static let mostComponents = 16
    /// Enough for 7,000 tiles of three colours: 20,000 pixels square, in tiles of 256.
    private static let mostBytes = 64 << 20
    /// The most boxes before the codestream; there are about five, and metadata.
    private static let mostBoxes = 1024

    /// The offset of the codestream in the file.
    let codestreamOffset: Int
    let tiles: Int
    /// The size of the largest tile at most, in pixels of the image.
    let tileSize: PixelSize
    let components: Int
    /// The components that are made of one by its palette; 0 if there is none.
    let paletteChannels: Int

    /// The bytes that OpenJPEG 2.5 allocates for all tiles: a structure for each, and another one for each of its
    /// components.
    var bytes: Int { tiles * (5_696 + components * 1_080) }

    /// - Throws: `corrupt`; `unsupportedFormat` if it has more tiles than real images have; `io`.
    init(_ source: ImageSource, isCodestream: Bool) throws(ImagingError) {
        var (start, channels) = (0, 0)
        if !isCodestream { (start, channels) = try Self.codestream(source) }
        let head = try source.read(at: start, count: 42)
        // This marker must directly follow the first one.
        guard head.count == 42, head.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) else {
            throw .corrupt("the size of the JPEG 2000 is missing")
        }
        let columns = Self.parts(to: head.number(at: 8), from: head.number(at: 32), each: head.number(at: 24))
        let rows = Self.parts(to: head.number(at: 12), from: head.number(at: 36), each: head.number(at: 28))
        guard let columns, let rows else { throw .corrupt("the tiles of the JPEG 2000 have no size") }
        codestreamOffset = start
        tileSize = PixelSize(
            width: max(1, min(head.number(at: 24), head.number(at: 8) - head.number(at: 16))),
            height: max(1, min(head.number(at: 28), head.number(at: 12) - head.number(at: 20))))
        let (tiles, isTooLarge) = columns.multipliedReportingOverflow(by: rows)
        components = head.number(at: 40, bytes: 2)
        // The format cannot number more tiles than this.
        guard !isTooLarge, tiles <= 65_535 else { throw .corrupt("a JPEG 2000 of \(columns) × \(rows) tiles") }
        self.tiles = tiles
        paletteChannels = channels
        guard channels <= Self.mostComponents else {
            throw .unsupportedFormat("a JPEG 2000 whose palette has \(channels) channels")
        }
        guard components <= Self.mostComponents, bytes <= Self.mostBytes else {
            throw .unsupportedFormat("a JPEG 2000 of \(components) components in \(tiles) tiles")
        }
    }

    /// The offset of the content of the first codestream box, and the most channels of the palettes before it.
    private static func codestream(_ source: ImageSource) throws(ImagingError) -> (offset: Int, channels: Int) {
        var (offset, channels) = (0, 0)
        for _ in 0..<mostBoxes {
            guard let box = try Box(source, at: offset) else { break }
            if box.type == Array("jp2c".utf8) { return (box.content, channels) }
            guard let end = box.end else { break }
            channels = max(channels, try paletteChannels(source, box, end: end))
            offset = end
        }
        throw .corrupt("the JPEG 2000 holds no image")
    }

    /// The channels of a palette, which is in the header, or after it; 0 if the box has none.
    private static func paletteChannels(_ source: ImageSource, _ box: Box, end: Int) throws(ImagingError) -> Int {
        if box.type == Array("pclr".utf8) {
            // How many colours there are takes two bytes.
            return Int(try source.read(at: box.content + 2, count: 1).first ?? 0)
        }
        guard box.type == Array("jp2h".utf8) else { return 0 }
        var (offset, channels) = (box.content, 0)
        for _ in 0..<mostBoxes {
            guard offset < end else { return channels }
            guard let inner = try Box(source, at: offset), let innerEnd = inner.end, inner.type != box.type else {
                break
            }
            channels = max(channels, try paletteChannels(source, inner, end: innerEnd))
            offset = innerEnd
        }
        throw .corrupt("the header of the JPEG 2000 is damaged")
    }

    private static func parts(to end: Int, from start: Int, each: Int) -> Int? {
        end > start && each > 0 ? (end - start + each - 1) / each : nil
    }
}

/// The head of a box.
private struct Box {
    let type: [UInt8]
    /// Where its content begins.
    let content: Int
    /// Where it ends; nil if its length says that it is the last one, or is invalid.
    let end: Int?

    /// Nil if the file ends before.
    init?(_ source: ImageSource, at offset: Int) throws(ImagingError) {
        let head = try source.read(at: offset, count: 16)
        guard head.count >= 8 else { return nil }
        var (length, headLength) = (head.number(at: 0), 8)
        if length == 1 {
            guard head.count == 16, head.number(at: 8) == 0 else { return nil }
            (length, headLength) = (head.number(at: 12), 16)
        }
        type = Array(head[4..<8])
        content = offset + headLength
        end = length >= headLength ? offset + length : nil
    }
}

extension [UInt8] {
    /// Big-endian. The bytes must be there.
    func number(at offset: Int, bytes: Int = 4) -> Int {
        self[offset..<offset + bytes].reduce(0) { $0 << 8 | Int($1) }
    }
}

internal import Imaging

/// How a JPEG 2000 is divided into tiles, according to its header. This is read before OpenJPEG gets the file, because
/// it allocates memory for every tile and component that the header declares: some hundred megabytes for a file of as
/// many bytes.
///
/// ISO/IEC 15444-1, A.5.1 (image and tile size) and I.4 (boxes).
struct JP2Layout {
    /// The most components: colours, alpha, and what measuring devices add. All of them are decoded.
    private static let mostComponents = 16
    /// Enough for 7,000 tiles of three colours: 20,000 pixels square, in tiles of 256.
    private static let mostBytes = 64 << 20
    /// The most boxes before the codestream; there are about five, and metadata.
    private static let mostBoxes = 1024

    let tiles: Int
    let components: Int

    /// The bytes that OpenJPEG 2.5 allocates for all tiles: a structure for each, and another one for each of its
    /// components.
    var bytes: Int { tiles * (5_696 + components * 1_080) }

    /// - Throws: `corrupt`; `unsupportedFormat` if it has more tiles than real images have; `io`.
    init(_ source: ImageSource, isCodestream: Bool) throws(ImagingError) {
        let start = try isCodestream ? 0 : Self.codestream(source)
        let head = try source.read(at: start, count: 42)
        // This marker must directly follow the first one.
        guard head.count == 42, head.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) else {
            throw .corrupt("the size of the JPEG 2000 is missing")
        }
        let columns = Self.parts(to: head.number(at: 8), from: head.number(at: 32), each: head.number(at: 24))
        let rows = Self.parts(to: head.number(at: 12), from: head.number(at: 36), each: head.number(at: 28))
        guard let columns, let rows else { throw .corrupt("the tiles of the JPEG 2000 have no size") }
        let (tiles, isTooLarge) = columns.multipliedReportingOverflow(by: rows)
        components = head.number(at: 40, bytes: 2)
        // The format cannot number more tiles than this.
        guard !isTooLarge, tiles <= 65_535 else { throw .corrupt("a JPEG 2000 of \(columns) × \(rows) tiles") }
        self.tiles = tiles
        guard components <= Self.mostComponents, bytes <= Self.mostBytes else {
            throw .unsupportedFormat("a JPEG 2000 of \(components) components in \(tiles) tiles")
        }
    }

    /// The offset of the content of the first codestream box.
    private static func codestream(_ source: ImageSource) throws(ImagingError) -> Int {
        var offset = 0
        for _ in 0..<mostBoxes {
            let head = try source.read(at: offset, count: 16)
            guard head.count >= 8 else { break }
            var (length, content) = (head.number(at: 0), 8)
            if length == 1 {
                guard head.count == 16, head.number(at: 8) == 0 else { break }
                (length, content) = (head.number(at: 12), 16)
            }
            if head[4..<8].elementsEqual("jp2c".utf8) { return offset + content }
            // A length of 0 means that this is the last box.
            guard length >= content else { break }
            offset += length
        }
        throw .corrupt("the JPEG 2000 holds no image")
    }

    private static func parts(to end: Int, from start: Int, each: Int) -> Int? {
        end > start && each > 0 ? (end - start + each - 1) / each : nil
    }
}

extension [UInt8] {
    /// Big-endian. The bytes must be there.
    fileprivate func number(at offset: Int, bytes: Int = 4) -> Int {
        self[offset..<offset + bytes].reduce(0) { $0 << 8 | Int($1) }
    }
}

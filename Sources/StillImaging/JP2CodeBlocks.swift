internal import Imaging
internal import PhotoModel

/// The memory for the precincts and code-blocks of a JPEG 2000. OpenJPEG allocates a structure for each one of a tile before it
/// decodes that, also if the file has no data for it: a file of a hundred bytes can declare one for every pixel.
///
/// ISO/IEC 15444-1, A.6.1 and A.6.2 (coding styles), B.6 and B.7 (precincts and code-blocks).
struct JP2CodeBlocks {
    /// What OpenJPEG 2.5 allocates for a precinct and its two trees, and for a code-block, ten segments of it, and its place in
    /// the trees.
    private static let precinctBytes = 256.0
    private static let blockBytes = 448.0
    /// Enough for headers of 65,535 tiles in several parts each.
    private static let mostMarkers = 1 << 20
    /// How many markers are read between two checks for cancellation.
    private static let markersBetweenChecks = 256

    private static let codingStyle = 0xFF52
    private static let componentStyle = 0xFF53
    private static let startOfPart = 0xFF90
    private static let startOfData = 0xFF93
    private static let endOfCodestream = 0xFFD9
    /// The markers with a length that OpenJPEG knows. After all others it looks for the next one of these, word by word.
    private static let known: Set<Int> = [
        codingStyle, componentStyle, 0xFF50, 0xFF51, 0xFF55, 0xFF57, 0xFF58, 0xFF59, 0xFF5C, 0xFF5D, 0xFF5E, 0xFF5F,
        0xFF60, 0xFF61, 0xFF63, 0xFF64, 0xFF74, 0xFF75, 0xFF77, 0xFF78,
    ]

    private let tileSize: PixelSize
    private let cancellation: Cancellation
    private var reader: HeaderReader
    private var markers = 0
    /// For one component, by the coding style that needs the most.
    private var mostBytes = 0.0

    /// The bytes that are allocated for the largest tile at most. Reads the headers of all parts of tiles, each of which may have
    /// a coding style of its own.
    ///
    /// - Throws: `io`, `cancelled`; `unsupportedFormat` if there are more headers than real images have.
    static func bytes(
        _ source: ImageSource, _ layout: JP2Layout, _ cancellation: Cancellation
    ) throws(ImagingError) -> Int {
        var blocks = JP2CodeBlocks(source, layout, cancellation)
        try blocks.readHeaders(from: layout.codestreamOffset + 2)
        let all = blocks.mostBytes * Double(layout.components)
        return all < 1e18 ? Int(all) : .max
    }

    private init(_ source: ImageSource, _ layout: JP2Layout, _ cancellation: Cancellation) {
        tileSize = layout.tileSize
        self.cancellation = cancellation
        reader = HeaderReader(source)
    }

    /// Reads the main header, and that of each part of a tile. The next part is where this one ends, or the file is damaged there:
    /// what is between is not searched, because compressed data may look like a style.
    private mutating func readHeaders(from offset: Int) throws(ImagingError) {
        guard let (marker, first) = try readHeader(from: offset), marker == Self.startOfPart else { return }
        let headLength = 12
        var part = first
        while true {
            let head = try reader.bytes(at: part, count: headLength)
            guard head.count == headLength, head.number(at: 0, bytes: 2) == Self.startOfPart else { return }
            _ = try readHeader(from: part + headLength)
            // 0 says that the part is the last one.
            let length = head.number(at: 6)
            guard length >= headLength else { return }
            part += length
        }
    }

    /// - Returns: the marker at which a header ends, and its offset; nil if the file ends first.
    private mutating func readHeader(from start: Int) throws(ImagingError) -> (marker: Int, offset: Int)? {
        var offset = start
        while true {
            try countMarker()
            let head = try reader.bytes(at: offset, count: 4)
            guard head.count == 4 else { return nil }
            let marker = head.number(at: 0, bytes: 2)
            if [Self.startOfPart, Self.startOfData, Self.endOfCodestream].contains(marker) { return (marker, offset) }
            guard Self.known.contains(marker) else {
                offset += 2
                continue
            }
            // How the packets are ordered comes before the style of all components; the component before the style of one.
            if marker == Self.codingStyle { try noteStyle(flags: offset + 4, style: offset + 9) }
            if marker == Self.componentStyle { try noteStyle(flags: offset + 5, style: offset + 6) }
            offset += 2 + head.number(at: 2, bytes: 2)
        }
    }

    private mutating func countMarker() throws(ImagingError) {
        markers += 1
        guard markers <= Self.mostMarkers else {
            throw .unsupportedFormat("a JPEG 2000 with more than \(Self.mostMarkers) parts of headers")
        }
        if markers % Self.markersBetweenChecks == 0, cancellation.isCancelled { throw .cancelled }
    }

    /// - Parameters:
    ///   - flags: the offset of the byte that says whether the sizes of precincts are given.
    ///   - style: the offset of the style.
    private mutating func noteStyle(flags: Int, style: Int) throws(ImagingError) {
        let mostLevels = 32
        let fields = try reader.bytes(at: style, count: 5 + mostLevels + 1)
        let flag = try reader.bytes(at: flags, count: 1)
        guard flag.count == 1, fields.count >= 5, Int(fields[0]) <= mostLevels else { return }
        let levels = Int(fields[0])
        // Without sizes, a precinct is as large as can be.
        let largest: UInt8 = 0xFF
        let precincts: [UInt8] =
            flag[0] & 1 == 1
            ? Array(fields.dropFirst(5).prefix(levels + 1)) : Array(repeating: largest, count: levels + 1)
        guard precincts.count == levels + 1 else { return }
        let block = (width: Int(fields[1] & 15) + 2, height: Int(fields[2] & 15) + 2)
        var bytes = 0.0
        for (resolution, size) in precincts.enumerated() {
            bytes += self.bytes(resolution, of: levels, precinct: size, block: block)
        }
        mostBytes = max(mostBytes, bytes)
    }

    /// - Parameters:
    ///   - precinct: the exponents of its sides, four bits each, that of the width in the low ones.
    ///   - block: the exponents of its sides; no larger than the precinct is in each band.
    private func bytes(
        _ resolution: Int, of levels: Int, precinct: UInt8, block: (width: Int, height: Int)
    ) -> Double {
        let shift = levels - resolution
        let (width, height) = (tileSize.width >> shift + 1, tileSize.height >> shift + 1)
        let (across, down) = (Int(precinct & 15), Int(precinct >> 4))
        // All but the lowest resolution have three bands of half its size.
        let (bands, halving) = resolution == 0 ? (1.0, 0) : (3.0, 1)
        let precincts = Self.parts(width, across) * Self.parts(height, down)
        let blocks =
            Self.parts(width >> halving + 1, min(block.width, max(0, across - halving)))
            * Self.parts(height >> halving + 1, min(block.height, max(0, down - halving)))
        return bands * (precincts * Self.precinctBytes + blocks * Self.blockBytes)
    }

    /// The most parts of two to the power of `exponent` that a length can touch.
    private static func parts(_ length: Int, _ exponent: Int) -> Double { Double(length >> exponent + 2) }
}

/// Reads small pieces of a file, many of which are close together.
private struct HeaderReader {
    private static let stepLength = 4 << 10

    private let source: ImageSource
    private var start = 0
    private var buffer: [UInt8] = []

    init(_ source: ImageSource) { self.source = source }

    /// Up to `count` bytes; fewer at the end of the file.
    mutating func bytes(at offset: Int, count: Int) throws(ImagingError) -> [UInt8] {
        if offset < start || offset + count > start + buffer.count {
            buffer = try source.read(at: offset, count: max(count, Self.stepLength))
            start = offset
        }
        return Array(buffer.dropFirst(offset - start).prefix(count))
    }
}

internal import PhotoModel

/// The preview hash that Immich keeps of an image: the lowest frequencies of its lightness, of two color differences and of its alpha
/// (ThumbHash by Evan Wallace, https://evanw.github.io/thumbhash).
struct ThumbHash {
    /// A channel: its mean, and the factor of each frequency, row by row.
    private struct Channel {
        let mean: Double
        let terms: [(column: Int, row: Int, factor: Double)]
    }

    /// The bytes of the longest hash, which is that of a square image with alpha.
    static let mostBytes = 32
    private let lightness: Channel
    private let yellow: Channel
    private let red: Channel
    private let alpha: Channel?
    /// The approximate aspect ratio of the image.
    private let shape: PixelSize

    /// Nil if the bytes are not a ThumbHash.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 5, bytes.count <= Self.mostBytes else { return nil }
        let first = UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16
        let second = UInt32(bytes[3]) | UInt32(bytes[4]) << 8
        let hasAlpha = first >> 23 & 1 == 1
        guard bytes.count > (hasAlpha ? 6 : 5) else { return nil }
        let (long, short) = (hasAlpha ? 5 : 7, Int(second & 7))
        let size = second >> 15 & 1 == 1 ? (long, short) : (short, long)
        shape = PixelSize(width: max(1, size.0), height: max(1, size.1))
        var nibbles = Nibbles(bytes[(hasAlpha ? 6 : 5)...])
        func part(_ bits: UInt32, _ shift: UInt32, _ mask: UInt32) -> Double { Double(bits >> shift & mask) }
        guard
            let lightness = nibbles.channel(
                max(3, size.0), max(3, size.1), part(first, 0, 63) / 63, part(first, 18, 31) / 31),
            // Colors are made a quarter stronger, as in the reference decoder, to make up for what rounding took from them.
            let yellow = nibbles.channel(3, 3, part(first, 6, 63) / 31.5 - 1, part(second, 3, 63) / 63 * 1.25),
            let red = nibbles.channel(3, 3, part(first, 12, 63) / 31.5 - 1, part(second, 9, 63) / 63 * 1.25)
        else { return nil }
        (self.lightness, self.yellow, self.red) = (lightness, yellow, red)
        guard hasAlpha else {
            alpha = nil
            return
        }
        guard let found = nibbles.channel(5, 5, Double(bytes[5] & 15) / 15, Double(bytes[5] >> 4) / 15) else {
            return nil
        }
        alpha = found
    }

    /// The preview hash in the format of docs/placeholder.md. Each cell is the mean of its part of the image, computed from gamma-encoded
    /// values, as the hash was, not in linear light.
    ///
    /// - Parameter whole: the size of the upright image; nil for the approximate aspect ratio in the hash.
    func previewHash(of whole: PixelSize?) -> [UInt8] {
        let size = Self.grid(of: whole ?? shape, side: alpha == nil ? 8 : 7, isExact: whole != nil)
        var bytes: [UInt8] = [1, alpha == nil ? 0 : 1, UInt8(size.width), UInt8(size.height)]
        for row in 0..<size.height {
            for column in 0..<size.width {
                let place = Place(column: column, row: row, size: size)
                let (light, yellow, red) = (place.value(of: lightness), place.value(of: yellow), place.value(of: red))
                let blue = light - 2.0 / 3 * yellow
                let first = (3 * light - blue + red) / 2
                let opacity = alpha.map { Self.byte(place.value(of: $0)) }
                let color = [first, first - red, blue].map { opacity == 0 ? 0 : Self.byte($0) }
                bytes += color + (opacity.map { [$0] } ?? [])
            }
        }
        return bytes
    }

    private static func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 1) * 255 + 0.5) }

    /// The grid for an image: `side` cells along its longer side, and never more cells than pixels.
    private static func grid(of size: PixelSize, side: Int, isExact: Bool) -> PixelSize {
        let longest = max(size.width, size.height)
        func cells(_ length: Int) -> Int {
            min(isExact ? length : side, max(1, (2 * length * side + longest) / (2 * longest)))
        }
        return PixelSize(width: cells(size.width), height: cells(size.height))
    }

    /// Reads the factors of the frequencies, which have four bits each.
    private struct Nibbles {
        private let bytes: ArraySlice<UInt8>
        private var next = 0

        init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

        /// Nil if there are too few bytes.
        mutating func channel(_ columns: Int, _ rows: Int, _ mean: Double, _ scale: Double) -> Channel? {
            var terms: [(column: Int, row: Int, factor: Double)] = []
            for row in 0..<rows {
                for column in (row == 0 ? 1 : 0)..<columns where column * rows < columns * (rows - row) {
                    let place = bytes.startIndex + next / 2
                    guard place < bytes.endIndex else { return nil }
                    let nibble = next % 2 == 0 ? bytes[place] & 15 : bytes[place] >> 4
                    terms.append((column, row, (Double(nibble) / 7.5 - 1) * scale * 2))
                    next += 1
                }
            }
            return Channel(mean: mean, terms: terms)
        }
    }

    /// A cell of the grid.
    private struct Place {
        let column: Int
        let row: Int
        let size: PixelSize

        func value(of channel: Channel) -> Double {
            let (across, down) = (CosineMeans.of[size.width], CosineMeans.of[size.height])
            return channel.terms.reduce(channel.mean) {
                $0 + $1.factor * across[$1.column][column] * down[$1.row][row]
            }
        }
    }
}

/// The means of cosines over the cells of a line, `of[cells][frequency][cell]`. The frequency is the number of half waves on the line.
private enum CosineMeans {
    static let of: [[[Double]]] = (0...8).map { cells in
        (0..<7).map { frequency in (0..<cells).map { mean(frequency, $0, of: cells) } }
    }

    private static func mean(_ frequency: Int, _ cell: Int, of cells: Int) -> Double {
        guard frequency > 0 else { return 1 }
        let step = Double.pi * Double(frequency) / Double(cells)
        return (sine(step * Double(cell + 1)) - sine(step * Double(cell))) / step
    }

    /// The sine by its Taylor series, after reducing the angle to a quarter wave around 0, where few terms are enough.
    private static func sine(_ angle: Double) -> Double {
        let wave = (angle / .pi).rounded()
        let rest = angle - wave * .pi
        var (term, sum) = (rest, rest)
        for index in 1...9 {
            term *= -rest * rest / Double(2 * index * (2 * index + 1))
            sum += term
        }
        return wave.truncatingRemainder(dividingBy: 2) == 0 ? sum : -sum
    }
}

extension ThumbHash {
    /// Decodes a hash as the server writes it, in base64 (RFC 4648) with or without padding; empty if it is invalid or too long.
    static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var (pending, bits) = (UInt32(0), 0)
        for character in text.utf8 where character != UInt8(ascii: "=") {
            guard let digit = alphabet.firstIndex(of: character), bytes.count <= mostBytes else { return [] }
            (pending, bits) = (pending << 6 | UInt32(digit), bits + 6)
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
        }
        return bytes
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}

/// Files that are damaged, or that claim what is not so.
enum HostileMedia {
    /// How the names of files begin that are whole, and of a kind that many readers do not know.
    static let unusual = "unusual-"

    /// Each in the three formats where they have it.
    static func write(to folder: BytePath) throws(CheckStop) {
        try Files.makeFolder(folder)
        for format in PhotoFormat.allCases {
            let whole = try TestPattern(width: 160, height: 120).encoded(as: format)
            let suffix = format.fileExtension
            for (name, bytes) in variants(of: whole, format) {
                try Files.write(bytes, to: folder / BytePath("\(name).\(suffix)"), date: FixtureLibrary.firstDate)
            }
        }
    }

    static func variants(of whole: [UInt8], _ format: PhotoFormat) -> [(name: String, bytes: [UInt8])] {
        var all: [(String, [UInt8])] = [
            ("nothing", []),
            ("first-byte", Array(whole.prefix(1))),
            ("header-only", Array(whole.prefix(format == .ppm ? 12 : 24))),
            ("cut-at-a-tenth", Array(whole.prefix(whole.count / 10))),
            ("cut-in-the-middle", Array(whole.prefix(whole.count / 2))),
            ("cut-near-its-end", Array(whole.prefix(whole.count * 9 / 10))),
            ("without-its-end", Array(whole.dropLast(8))),
            ("huge", huge(format)),
            ("no-size", empty(format)),
        ]
        if format == .jpeg { all.append(("\(unusual)cmyk", SampleJPEG.cmyk)) }
        var random = SeededNumbers(seed: 7)
        for number in 1...6 {
            var bytes = whole
            for _ in 0..<number * 8 {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            all.append(("noise-\(number)", bytes))
        }
        return all
    }

    /// Says that it has 60000 by 60000 pixels, and has next to none.
    private static func huge(_ format: PhotoFormat) -> [UInt8] { header(format, 60000, 60000) }

    private static func empty(_ format: PhotoFormat) -> [UInt8] { header(format, 0, 0) }

    private static func header(_ format: PhotoFormat, _ width: UInt32, _ height: UInt32) -> [UInt8] {
        switch format {
        case .ppm: Array("P6\n\(width) \(height)\n255\nabc".utf8)
        case .png: png(width, height)
        case .jpeg: jpeg(UInt16(width), UInt16(height))
        }
    }

    /// A signature and an IHDR chunk with its checksum; no data.
    private static func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        let header = Array("IHDR".utf8) + bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bigEndian(13) + header + bigEndian(crc(header))
    }

    /// SOI, a baseline SOF0 of three components, and EOI.
    private static func jpeg(_ width: UInt16, _ height: UInt16) -> [UInt8] {
        let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        return [0xFF, 0xD8] + frame + [0xFF, 0xD9]
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    /// CRC-32 as PNG has it (ISO 3309).
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}

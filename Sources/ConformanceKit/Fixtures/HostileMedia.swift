internal import PhotoModel

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
            // Of plain areas hardly anything is left of a file behind its header; of noise each row takes its part.
            let noise = try noise.encoded(as: format)
            let cut = ("cut-in-its-last-rows", Array(noise.prefix(noise.count * 19 / 20)))
            for (name, bytes) in variants(of: whole, format) + [cut, ("whole", whole)] {
                try Files.write(bytes, to: folder / BytePath("\(name).\(suffix)"), date: FixtureLibrary.firstDate)
            }
        }
    }

    private static var noise: RasterImage {
        var random = SeededNumbers(seed: 11)
        let samples = (0..<160 * 120 * 3).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        return RasterImage(width: 160, height: 120, samples: samples)
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
        if format == .jpeg { all += [("\(unusual)cmyk", SampleJPEG.cmyk)] + misleading(whole) }
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

    /// JPEGs that are whole, in which numbers of the metadata lead far behind it.
    private static func misleading(_ jpeg: [UInt8]) -> [(String, [UInt8])] {
        let (far, last): ([UInt8], [UInt8]) = ([0xF0, 0xFF, 0xFF, 0x7F], [0xFF, 0xFF, 0xFF, 0xFF])
        /// A TIFF structure whose directory is at `start` and has so many entries, of which the bytes of some are there.
        func tiff(_ start: [UInt8], _ count: [UInt8], _ entries: [UInt8] = []) -> [UInt8] {
            Array("Exif\0\0II".utf8) + [42, 0] + start + count + entries
        }
        func entry(_ tag: UInt16, _ kind: UInt8, _ count: UInt8, _ value: [UInt8]) -> [UInt8] {
            [UInt8(tag & 255), UInt8(tag >> 8), kind, 0, count, 0, 0, 0] + value
        }
        let here: [UInt8] = [8, 0, 0, 0]
        // Where a second directory is, behind the first.
        let next: [UInt8] = [22, 0, 0, 0]
        let details = tiff(here, [1, 0], entry(0x8769, 4, 1, next)) + [1, 0]
        let blocks: [(String, [UInt8])] = [
            ("directory-far", tiff(far, [])), ("directory-last", tiff(last, [])),
            ("many-entries", tiff(here, [0xFF, 0xFF])),
            ("details-far", tiff(here, [1, 0], entry(0x8769, 4, 1, far))),
            ("details-themselves", tiff(here, [1, 0], entry(0x8769, 4, 1, here))),
            ("date-far", details + entry(0x9003, 2, 20, far)),
            ("date-at-the-end", details + entry(0x9003, 2, 20, [30, 0, 0, 0])),
            ("half-an-entry", tiff(here, [1, 0], [0x12, 0x01, 3, 0, 1])), ("no-directory", tiff([0, 0, 0, 0], [])),
        ]
        let (start, rest) = (Array(jpeg.prefix(2)), Array(jpeg.dropFirst(2)))
        var all = blocks.map { ("\(unusual)\($0.0)", start + JPEGLayout.segment(0xE1, $0.1) + rest) }
        // A segment that says that it goes on behind the end of the file, and one that has no room for its own length.
        all.append(("long-segment", start + [0xFF, 0xE4, 0xFF, 0xFF, 1, 2, 3]))
        all.append(("short-segment", start + [0xFF, 0xE4, 0, 1] + rest))
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
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bigEndian(13) + header
            + bigEndian(CRC32.checksum(of: header))
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
}

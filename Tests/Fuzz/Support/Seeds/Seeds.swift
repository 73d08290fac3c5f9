internal import Imaging
internal import PhotoModel
internal import SystemPackage

/// Small files of each format to start from where there is no corpus of photos.
enum Seeds {
    static func files() throws -> [(name: FilePath.Component, bytes: [UInt8])] {
        let image = try painting()
        return [
            ("baseline.jpg", try JPEGEncoder().encode(image)),
            ("progressive.jpg", try JPEGEncoder(isProgressive: true).encode(image)),
            ("gray.jpg", try JPEGEncoder().encode(image.converted(to: .gray8))),
            ("colours.png", try PNGEncoder().encode(image)),
            ("alpha.png", try PNGEncoder().encode(image.converted(to: .rgba8))),
            ("frame.gif", gif), ("image.heic", heif), ("lossless.webp", losslessWebP),
            ("extended.webp", extendedWebP), ("animated.webp", animatedWebP), ("exif.tif", exif), ("packet.xmp", xmp),
            ("iptc.8bim", iptc), ("motion.xmp", motion), ("strip.tiff", stripTIFF), ("tile.tiff", tileTIFF),
            ("plain.bmp", plainBMP), ("runs.bmp", runsBMP), ("packed.psd", packedPSD), ("lossless.jxl", losslessJXL),
            ("lossy.jxl", lossyJXL), ("codestream.j2k", codestreamJP2), ("boxes.jp2", boxedJP2),
            ("movie.mp4", movie), ("boxes.cr3", cr3),
            ("sections.x3f", sigma(try JPEGEncoder().encode(image))), ("blocks.mrw", minolta(exif)),
        ]
    }

    private static func painting() throws -> PixelBuffer {
        let buffer = try PixelBuffer(size: PixelSize(width: 24, height: 17), format: .rgb8)
        let plane = buffer.planes[0]
        for y in 0..<17 {
            for x in 0..<72 { plane.base[y * plane.stride + x] = UInt8((x * x + 11 * y) & 255) }
        }
        return buffer
    }

    /// An image in the way that decoders get it.
    private static let heif = CodedImage(
        type: "hvc1", configuration: [UInt8](repeating: 0, count: 23), size: PixelSize(width: 24, height: 17),
        codePoints: CodePoints(primaries: 1, transfer: 13, matrix: 6, isFullRange: false), data: [1, 2, 3]
    ).file()

    /// Two by two pixels of four colours, whose codes are not compressed.
    private static let gif: [UInt8] =
        "GIF89a".utf8 + [2, 0, 2, 0, 0x81, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 40, 50, 60]
        + [0x21, 0xF9, 4, 1, 0, 0, 1, 0, 0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 4, 0x04, 0x43, 0x71, 0x05, 0, 0x3B]

    /// One directory: the orientation, and a pointer to the EXIF directory with a date.
    private static let exif: [UInt8] =
        "II".utf8 + [42, 0, 8, 0, 0, 0, 2, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
        + [0x69, 0x87, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0, 0, 0, 0]
        + [1, 0, 0x03, 0x90, 2, 0, 20, 0, 0, 0, 56, 0, 0, 0, 0, 0, 0, 0] + "2024:05:06 07:08:09\0".utf8

    private static let xmp = Array(
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:Description tiff:Orientation=\"3\"><exif:DateTimeOriginal>2024-05-06T07:08:09+02:00</exif:DateTimeOriginal></rdf:Description></x:xmpmeta>"
            .utf8)

    /// A video of sixteen bytes at the end of the file, as Google's cameras say it.
    private static let motion = Array(
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:Description GCamera:MotionPhoto=\"1\" GCamera:MicroVideo=\"1\" GCamera:MicroVideoOffset=\"16\"/></x:xmpmeta>"
            .utf8)

    /// An image resource with the date of creation in IPTC's second record.
    private static let iptc: [UInt8] =
        "8BIM".utf8 + [4, 4, 0, 0, 0, 0, 0, 13, 0x1C, 2, 55, 0, 8] + "20240506".utf8 + [0]

    /// The tables of a track, a fragment, and what is written beside them: a document of Sony's, XMP and a place.
    private static let movie: [UInt8] = {
        let handler = [UInt8].fullBox("hdlr", .zeros(4), .ascii("soun"), .zeros(13))
        let lengths = [UInt8].fullBox("stts", .number(1), .number(9), .number(1))
        let runs = [UInt8].fullBox("stsc", .number(1), .number(1), .number(9), .number(1))
        let sizes = [UInt8].fullBox("stsz", .number(1), .number(9))
        let tables = [UInt8].box(
            "stbl", .fullBox("stsd", .zeros(4)), lengths, runs, sizes, .fullBox("stco", .number(1), .number(0)))
        let track = [UInt8].box("trak", .box("mdia", handler, .box("minf", tables)))
        let document = "<NonRealTimeMeta><CreationDate value='2024-05-06T07:08:09Z'/></NonRealTimeMeta>"
        let notes = [UInt8].fullBox("meta", .fullBox("xml ", .ascii(document)))
        let fragment = [UInt8].box("moof", .box("traf", .fullBox("trun", .number(1))))
        var file = [UInt8].box("ftyp", .ascii("isom"), .zeros(4), .ascii("isom"))
        file += [UInt8].box("moov", track, notes, .box("udta", .box("XMP_", xmp)))
        file += fragment
        file += [UInt8].box("mdat", .zeros(4))
        file += [UInt8].box("free", .ascii("+523000.0-0131500+051.178/"))
        return file
    }()

    /// Two directories of TIFF in boxes of Canon's.
    private static let cr3: [UInt8] = {
        let canon: [UInt8] = [
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
        ]
        let directories = [UInt8].box("uuid", canon, .box("CMT1", exif), .box("CMT2", exif))
        return [UInt8].box("ftyp", .ascii("crx "), .zeros(4), .ascii("crx ")) + [UInt8].box("moov", directories)
    }()
}

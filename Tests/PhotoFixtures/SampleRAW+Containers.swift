// RAW files that are no TIFF structure.
extension SampleRAW {
    /// Fujifilm's: a header in big-endian numbers, a whole JPEG with EXIF, and a directory of their own.
    public static func raf() throws -> [UInt8] {
        let jpeg = try withEXIF(SamplePhoto.jpeg(previewWidth, previewHeight))
        let jpegStart = 160
        let directoryStart = jpegStart + jpeg.count
        let size = big(UInt16(height)) + big(UInt16(width))
        let directory = big(UInt32(2)) + [0x01, 0x00, 0, 4] + size + [0x01, 0x21, 0, 4] + size
        let sensorStart = directoryStart + directory.count
        let sensor = [UInt8](repeating: 1, count: 64)
        var header = Array("FUJIFILMCCD-RAW 0201FF383501X-T1".utf8)
        header += [UInt8](repeating: 0, count: 84 - header.count)
        for part in [jpegStart, jpeg.count, directoryStart, directory.count, sensorStart, sensor.count] {
            header += big(UInt32(part))
        }
        header += [UInt8](repeating: 0, count: jpegStart - header.count)
        return header + jpeg + directory + sensor
    }

    private static func withEXIF(_ jpeg: [UInt8]) -> [UInt8] {
        let main = { (exif: Int) in
            TIFFTags(
                dictionaryLiteral: (0x10F, .text("FUJIFILM")), (0x110, .text("X-T1")), (0x112, .short(1)),
                (0x8769, .long(exif)))
        }
        let start = main(0).file.count
        let exif: TIFFTags = [0x9003: .text(date)]
        let block = main(start).file + exif.directory(at: start)
        let payload = Array("Exif\0\0".utf8) + block
        return [0xFF, 0xD8, 0xFF, 0xE1] + big(UInt16(payload.count + 2)) + payload + jpeg.dropFirst(2)
    }

    /// Minolta's: a block of blocks, one of them a structure of TIFF, and after them no pixels at all.
    public static func mrw() -> [UInt8] {
        let main = { (exif: Int) in
            TIFFTags(
                dictionaryLiteral: (0x10F, .text("Minolta Co., Ltd.")), (0x110, .text("DiMAGE 7Hi")),
                (0x112, .short(8)), (0x8769, .long(exif)))
        }
        let start = main(0).file.count
        let exif: TIFFTags = [0x8827: .short(200), 0x9003: .text(date)]
        let structure = main(start).file + exif.directory(at: start)
        let blocks = block("PRD", [UInt8](repeating: 1, count: 24)) + block("TTW", structure) + block("WBG", [1, 2])
        return block("MRM", blocks) + [UInt8](repeating: 1, count: 64)
    }

    private static func block(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0] + Array(type.utf8) + big(UInt32(content.count)) + content
    }

    /// Sigma's: sections, and at the end where each of them is. The rows of a bitmap have a gap after them.
    ///
    /// - Parameters:
    ///   - rotation: in degrees, clockwise.
    ///   - hasEXIF: whether the preview has the metadata that `raf()` has.
    ///   - version: the major one; from the fourth on, the file has no size of its own.
    ///   - insteadOfJPEG: what is where its JPEG should be.
    public static func x3f(
        rotation: Int = 0, isBitmap: Bool = false, hasEXIF: Bool = false, version: Int = 2,
        insteadOfJPEG: [UInt8]? = nil
    ) throws -> [UInt8] {
        let jpeg = try SamplePhoto.jpeg(previewWidth, previewHeight)
        let preview = insteadOfJPEG ?? (isBitmap ? bitmap(gap: 16) : hasEXIF ? withEXIF(jpeg) : jpeg)
        let size = [previewWidth, previewHeight, isBitmap ? 3 * previewWidth + 16 : 0]
        let screen = words([2, 3, 8, 4, 24]) + [UInt8](repeating: 200, count: 96)
        let begin = Array("SECi".utf8) + words([0x2_0000])
        let first = begin + (isBitmap ? words([1, 5, 8, 4, 24]) : screen)
        let second = begin + words([2, isBitmap ? 3 : 18] + size) + preview
        let sections = [("IMAG", first), ("IMA2", second), ("PROP", properties)]
        let ownSize = version < 4 ? [width, height, rotation] : [0, 0, 0]
        var file = Array("FOVb".utf8) + words([version << 16]) + [UInt8](repeating: 7, count: 20) + words(ownSize)
        var list: [UInt8] = []
        for (type, bytes) in sections {
            list += words([file.count, bytes.count]) + Array(type.utf8)
            file += bytes
        }
        return file + Array("SECd".utf8) + words([0x2_0000, sections.count]) + list + words([file.count])
    }

    private static func words(_ numbers: [Int]) -> [UInt8] { numbers.flatMap { TIFFTags.little(UInt32($0)) } }

    private static func bitmap(gap: Int) -> [UInt8] {
        (0..<previewHeight).flatMap { y -> [UInt8] in
            let quarters = y < previewHeight / 2 ? SamplePhoto.colors[0...1] : SamplePhoto.colors[2...3]
            let halves = quarters.map { color in
                [[UInt8]](repeating: color.map { UInt8($0) }, count: previewWidth / 2).flatMap(\.self)
            }
            return halves.flatMap(\.self) + [UInt8](repeating: 0, count: gap)
        }
    }

    /// In UTF-16, each with its NUL.
    private static var properties: [UInt8] {
        let texts = [
            ("CAMMANUF", "SIGMA"), ("CAMMODEL", "SIGMA SD14"), ("TIME", "1714979289"), ("ISO", "200"),
            ("SHUTTER", "0.005"), ("APERTURE", "5.6"), ("FLENGTH", "35"),
        ]
        var letters: [UInt8] = []
        var places: [Int] = []
        for text in texts.flatMap({ [$0.0, $0.1] }) {
            places.append(letters.count / 2)
            letters += (Array(text.utf16) + [0]).flatMap { TIFFTags.little($0) }
        }
        return Array("SECp".utf8) + words([0x2_0000, texts.count, 0, 0, letters.count / 2] + places) + letters
    }

    /// Canon's of before 2006 (CIFF): records one after the other, and at the end where each of them is. The time is in seconds
    /// since 1970, as the camera's clock showed it.
    ///
    /// - Parameter rotation: in degrees, clockwise.
    public static func crw(rotation: Int = 0) throws -> [UInt8] {
        let names = Array("Canon\0Canon EOS 10D\0".utf8)
        let one: Float = 1
        let size = [UInt32(width), UInt32(height), one.bitPattern, UInt32(rotation)].flatMap { TIFFTags.little($0) }
        let records: [(type: UInt16, bytes: [UInt8])] = [
            (0x080A, names + [UInt8](repeating: 0, count: 128 - names.count)), (0x1810, size),
            (0x180E, TIFFTags.little(UInt32(1_714_979_289)) + [UInt8](repeating: 0, count: 8)),
            (0x2005, [UInt8](repeating: 1, count: 64)), (0x2007, try SamplePhoto.jpeg(previewWidth, previewHeight)),
        ]
        let header = Array("II".utf8) + TIFFTags.little(UInt32(26)) + Array("HEAPCCDR".utf8)
        var heap: [UInt8] = []
        var list = TIFFTags.little(UInt16(records.count))
        for (type, bytes) in records {
            list += TIFFTags.little(type) + TIFFTags.little(UInt32(bytes.count)) + TIFFTags.little(UInt32(heap.count))
            heap += bytes
        }
        let end = list + TIFFTags.little(UInt32(heap.count))
        return header + [2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0] + heap + end
    }

    /// Canon's newer ones: boxes of ISO media, with directories of TIFF, one track with a JPEG and one of the sensor.
    public static func cr3(orientation: Int = 1) throws -> [UInt8] {
        let jpeg = try SamplePhoto.jpeg(previewWidth, previewHeight)
        let sensor = [UInt8](repeating: 1, count: 400)
        let file = { (start: Int) in
            box("ftyp", Array("crx ".utf8) + [0, 0, 0, 1] + Array("crx isom".utf8))
                + movie(orientation, jpeg: (start, jpeg.count), sensor: (start + jpeg.count, sensor.count))
        }
        let head = file(0).count  // Offsets have eight bytes, whatever they are.
        return file(head + 8) + box("mdat", jpeg + sensor)
    }

    private typealias Part = (offset: Int, count: Int)

    private static func movie(_ orientation: Int, jpeg: Part, sensor: Part) -> [UInt8] {
        box(
            "moov",
            box(
                "uuid",
                canon + box("CNCV", Array("CanonCR3_001/00.09.00/00.00.00".utf8)) + box("CMT1", camera(orientation))
                    + box("CMT2", exposure) + box("CMT4", place))
                + track(jpeg, box("JPEG", [0, 0, 0, 0])) + track(sensor, box("CMP1", compression)))
    }

    private static let canon: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
    ]

    private static func camera(_ orientation: Int) -> [UInt8] {
        let tags: TIFFTags = [
            0x100: .short(width), 0x101: .short(height), 0x10F: .text("Canon"), 0x110: .text("Canon EOS R6"),
            0x112: .short(orientation),
        ]
        return tags.file
    }

    private static var exposure: [UInt8] {
        let tags: TIFFTags = [0x9003: .text(date), 0x9011: .text("+02:00"), 0xA434: .text("RF50mm F1.8 STM")]
        return tags.file
    }

    /// 52.5° north, 13.25° west.
    private static var place: [UInt8] {
        let tags: TIFFTags = [
            1: .text("N"), 2: .rationals([(52, 1), (30, 1), (0, 1)]), 3: .text("W"),
            4: .rationals([(13, 1), (15, 1), (0, 1)]),
        ]
        return tags.file
    }

    /// Four planes of 14 bits, in one tile.
    private static var compression: [UInt8] {
        let size = big(UInt32(width)) + big(UInt32(height))
        let start: [UInt8] = [0xFF, 0, 0, 0x30, 1, 0, 0, 0]
        let rest: [UInt8] = [14, 0x40, 0x00, 0] + big(UInt32(64))
        return start + size + size + rest + [UInt8](repeating: 0, count: 53)
    }

    private static func track(_ part: Part, _ codec: [UInt8]) -> [UInt8] {
        let handler = box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array("vide".utf8) + [UInt8](repeating: 0, count: 13))
        // A visual sample entry is 78 bytes long, and Canon's boxes begin 4 after it.
        let entry = box("CRAW", [UInt8](repeating: 0, count: 82) + codec)
        let table =
            box("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + entry)
            + box("stsc", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])
            + box("stsz", [0, 0, 0, 0] + big(UInt32(part.count)) + big(UInt32(1)))
            + box("co64", [0, 0, 0, 0, 0, 0, 0, 1] + big(UInt64(part.offset)))
        return box("trak", box("mdia", handler + box("minf", box("stbl", table))))
    }

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        big(UInt32(8 + content.count)) + Array(type.utf8) + content
    }

    static func big(_ number: some FixedWidthInteger) -> [UInt8] { TIFFTags.little(number).reversed() }
}

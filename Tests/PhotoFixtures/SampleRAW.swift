/// The smallest files that pass for those of cameras: a preview as `SamplePhoto.jpeg` makes it, and a sensor's image of
/// which no more is there than its size.
public struct SampleRAW: Sendable, CustomStringConvertible {
    /// Also the files' extension.
    public let name: String
    public let make: String
    let model: String

    public var description: String { name }

    /// Those that are built on TIFF.
    public static let all = [
        SampleRAW(name: "dng", make: "Sample", model: "Sample One"),
        SampleRAW(name: "nef", make: "NIKON CORPORATION", model: "NIKON Sample"),
        SampleRAW(name: "arw", make: "SONY", model: "ILCE-7M3"),
        SampleRAW(name: "cr2", make: "Canon", model: "Canon EOS 60D"),
        SampleRAW(name: "orf", make: "OLYMPUS CORPORATION", model: "E-M5"),
        SampleRAW(name: "rw2", make: "Panasonic", model: "DMC-GX7"),
        SampleRAW(name: "pef", make: "PENTAX Corporation", model: "PENTAX K-5"),
        SampleRAW(name: "srw", make: "SAMSUNG", model: "NX200"),
        SampleRAW(name: "3fr", make: "Hasselblad", model: "Hasselblad H4D-40"),
        SampleRAW(name: "erf", make: "SEIKO EPSON CORP.", model: "R-D1"),
        SampleRAW(name: "dcr", make: "Kodak", model: "DCS Pro 14nx"),
        SampleRAW(name: "mef", make: "Mamiya-OP Co.,Ltd.", model: "Mamiya ZD"),
    ]

    public static var dng: SampleRAW { all[0] }

    /// The sensor's size, before it is turned, and that of a preview.
    public static let width = 480
    public static let height = 320
    public static let previewWidth = 240
    public static let previewHeight = 160

    /// When it was taken, as EXIF has it; those that have no zone leave it out.
    static let date = "2024:05:06 07:08:09"

    /// - Parameters:
    ///   - orientation: by EXIF, 1…8.
    ///   - previewWidth: of the preview as it is stored in the file.
    public func file(
        orientation: Int = 1, previewWidth: Int = Self.previewWidth, previewHeight: Int = Self.previewHeight
    ) throws -> [UInt8] {
        let jpeg = try SamplePhoto.jpeg(previewWidth, previewHeight)
        let build = { (start: Int) in
            let parts = Parts(
                orientation: orientation, preview: start, previewLength: jpeg.count, sensor: start + jpeg.count)
            return head(parts)
        }
        // Directories are as long wherever they point.
        return build(build(0).count) + jpeg + [UInt8](repeating: 1, count: 64)
    }

    private struct Parts {
        let orientation: Int
        let preview: Int
        let previewLength: Int
        let sensor: Int
    }

    private func head(_ parts: Parts) -> [UInt8] {
        switch name {
        case "cr2": canon(parts)
        case "orf": olympus(parts)
        case "rw2": panasonic(parts)
        default: withSubdirectories(parts)
        }
    }

    /// The preview in the first directory, the sensor's image in one beneath.
    private func withSubdirectories(_ parts: Parts) -> [UInt8] {
        let main = { (sensor: Int, exif: Int) in
            var tags: TIFFTags = [
                0xFE: .long(1), 0x100: .long(160), 0x101: .long(120), 0x103: .short(6), 0x10F: .text(make),
                0x110: .text(model), 0x112: .short(parts.orientation), 0x14A: .long(sensor), 0x8769: .long(exif),
                0x201: .long(parts.preview), 0x202: .long(parts.previewLength),
            ]
            if name == "dng" { tags.tags[0xC612] = .bytes([1, 4, 0, 0]) }
            return tags.directory(at: 8)
        }
        let sensorStart = 8 + main(0, 0).count
        let sensor = sensorTags(parts, compression: 1).directory(at: sensorStart)
        let exif: TIFFTags = [0x9003: .text(Self.date), 0x9011: .text("+02:00")]
        let exifStart = sensorStart + sensor.count
        return magic("II*\0", 8) + main(sensorStart, exifStart) + sensor + exif.directory(at: exifStart)
    }

    private func canon(_ parts: Parts) -> [UInt8] {
        let main: TIFFTags = [
            0x100: .long(160), 0x101: .long(120), 0x102: .short(8), 0x103: .short(6), 0x10F: .text(make),
            0x110: .text(model), 0x111: .long(parts.preview), 0x112: .short(parts.orientation),
            0x117: .long(parts.previewLength),
        ]
        let next = 16 + main.directory(at: 16).count
        return magic("II*\0", 16) + Array("CR".utf8) + [2, 0] + TIFFTags.little(UInt32(next))
            + main.directory(at: 16, next: next) + sensorTags(parts, compression: 6).directory(at: next)
    }

    private func olympus(_ parts: Parts) -> [UInt8] {
        let main: TIFFTags = [
            0x100: .long(Self.width), 0x101: .long(Self.height), 0x102: .short(16), 0x103: .short(1),
            0x10F: .text(make), 0x110: .text(model), 0x111: .long(parts.sensor), 0x112: .short(parts.orientation),
            0x117: .long(Self.width * Self.height * 2),
        ]
        let next = 8 + main.directory(at: 8).count
        let preview: TIFFTags = [0x103: .short(6), 0x201: .long(parts.preview), 0x202: .long(parts.previewLength)]
        return magic("IIRO", 8) + main.directory(at: 8, next: next) + preview.directory(at: next)
    }

    private func panasonic(_ parts: Parts) -> [UInt8] {
        let tags: TIFFTags = [
            0x01: .bytes(Array("0310".utf8)), 0x02: .short(Self.width), 0x03: .short(Self.height), 0x04: .short(0),
            0x05: .short(0), 0x06: .short(Self.height), 0x07: .short(Self.width), 0x09: .short(3), 0x0A: .short(12),
            0x0B: .short(34316), 0x2E: .placed(offset: parts.preview, count: parts.previewLength), 0x10F: .text(make),
            0x110: .text(model), 0x111: .long(parts.sensor), 0x112: .short(parts.orientation),
            0x117: .long(Self.width * Self.height * 2), 0x118: .long(parts.sensor),
        ]
        return magic("IIU\0", 8) + tags.directory(at: 8)
    }

    private func sensorTags(_ parts: Parts, compression: Int) -> TIFFTags {
        [
            0xFE: .long(0), 0x100: .long(Self.width), 0x101: .long(Self.height), 0x102: .short(16),
            0x103: .short(compression), 0x106: .short(32803), 0x111: .long(parts.sensor), 0x115: .short(1),
            0x116: .long(Self.height), 0x117: .long(Self.width * Self.height * 2), 0x828D: .bytes([2, 0, 2, 0]),
            0x828E: .bytes([0, 1, 1, 2]),
        ]
    }

    private func magic(_ text: String, _ first: Int) -> [UInt8] { Array(text.utf8) + TIFFTags.little(UInt32(first)) }
}

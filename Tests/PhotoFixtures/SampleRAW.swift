/// The smallest files that pass for those of cameras: a preview as `SamplePhoto.jpeg` makes it, and a sensor's picture of
/// which no more is there than its size.
public struct SampleRAW: Sendable, CustomStringConvertible {
    public let name: String
    public let fileExtension: String
    let make: String
    let model: String
    let isTIFF: Bool

    public var description: String { name }

    /// What is turned by TIFF's own tag.
    public static let ofTIFF = [
        SampleRAW(name: "DNG", fileExtension: "dng", make: "Sample", model: "Sample One", isTIFF: true),
        SampleRAW(name: "NEF", fileExtension: "nef", make: "NIKON CORPORATION", model: "NIKON D90", isTIFF: true),
        SampleRAW(name: "ARW", fileExtension: "arw", make: "SONY", model: "ILCE-7M3", isTIFF: true),
        SampleRAW(name: "CR2", fileExtension: "cr2", make: "Canon", model: "Canon EOS 60D", isTIFF: true),
        SampleRAW(name: "ORF", fileExtension: "orf", make: "OLYMPUS CORPORATION", model: "E-M5", isTIFF: true),
    ]

    public static let rw2 = SampleRAW(
        name: "RW2", fileExtension: "rw2", make: "Panasonic", model: "DMC-GX7", isTIFF: false)

    /// The sensor's size, before it is turned.
    public static let width = 96
    public static let height = 64

    /// - Parameters:
    ///   - orientation: by EXIF, 1…8.
    ///   - preview: of the size given, as it lies in the file.
    public func file(orientation: UInt16 = 1, previewWidth: Int = 48, previewHeight: Int = 32) throws -> [UInt8] {
        let preview = try SamplePhoto.jpeg(previewWidth, previewHeight)
        return isTIFF ? tiff(preview, orientation) : panasonic(preview, orientation)
    }

    private func tiff(_ preview: [UInt8], _ orientation: UInt16) -> [UInt8] {
        var writer = switch name {
        case "CR2": TIFFWriter(padding: Array("CR".utf8) + [2, 0, 0, 0, 0, 0])
        case "ORF": TIFFWriter(magic: Array("IIRO".utf8))
        default: TIFFWriter()
        }
        let jpeg = writer.append(preview)
        let sensor = writer.append([UInt8](repeating: 1, count: Self.width * Self.height * 2))
        let raw = writer.directory([
            0xFE: .long(0), 0x100: .long(UInt32(Self.width)), 0x101: .long(UInt32(Self.height)), 0x102: .short(16),
            0x103: .short(1), 0x106: .short(32803), 0x111: .long(UInt32(sensor)), 0x115: .short(1),
            0x116: .long(UInt32(Self.height)), 0x117: .long(UInt32(Self.width * Self.height * 2)),
            0x828D: .bytes([2, 0, 2, 0]), 0x828E: .bytes([0, 1, 1, 2]),
        ])
        let exif = writer.directory([0x9003: .text("2024:05:06 07:08:09"), 0x9011: .text("+02:00")])
        var tags: [UInt16: TIFFWriter.Value] = [
            0xFE: .long(1), 0x100: .long(160), 0x101: .long(120), 0x103: .short(6), 0x10F: .text(make),
            0x110: .text(model), 0x112: .short(orientation), 0x14A: .long(UInt32(raw)), 0x8769: .long(UInt32(exif)),
            0x201: .long(UInt32(jpeg)), 0x202: .long(UInt32(preview.count)),
        ]
        if name == "DNG" { tags[0xC612] = .bytes([1, 4, 0, 0]) }
        return writer.finished(writer.directory(tags))
    }

    private func panasonic(_ preview: [UInt8], _ orientation: UInt16) -> [UInt8] {
        var writer = TIFFWriter(magic: Array("IIU".utf8) + [0])
        let jpeg = writer.append(preview)
        let sensor = writer.append([UInt8](repeating: 1, count: Self.width * Self.height * 2))
        let tags: [UInt16: TIFFWriter.Value] = [
            0x02: .short(UInt16(Self.width)), 0x03: .short(UInt16(Self.height)), 0x04: .short(0), 0x05: .short(0),
            0x06: .short(UInt16(Self.height)), 0x07: .short(UInt16(Self.width)), 0x0A: .short(12),
            0x2E: .placed(offset: jpeg, count: preview.count), 0x10F: .text(make), 0x110: .text(model),
            0x112: .short(orientation), 0x118: .long(UInt32(sensor)),
        ]
        return writer.finished(writer.directory(tags))
    }
}

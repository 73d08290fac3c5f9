internal import Imaging
internal import PhotoModel

/// An MP4 file with one frame (ISO/IEC 14496-12), for libraries that read videos.
struct OneFrameMovie {
    private let image: CodedImage
    private let configuration: String

    /// - Throws: `unsupportedFormat` for codecs that are none of videos.
    init(_ image: CodedImage) throws(ImagingError) {
        guard let configuration = image.configurationType, max(image.size.width, image.size.height) <= 65_535 else {
            throw .unsupportedFormat("a HEIF image of this codec or size")
        }
        (self.image, self.configuration) = (image, configuration)
    }

    func bytes() -> [UInt8] {
        let head = box("ftyp", ascii("isom"), number(0), ascii("isom"))
        // The offset of the data is as long wherever that is.
        let length = head.count + movie(dataOffset: 0).count
        return head + movie(dataOffset: length + 8) + box("mdat", image.data)
    }

    private func movie(dataOffset: Int) -> [UInt8] {
        let header = full(
            "mvhd", zeros(8), number(1000), number(1000), number(1 << 16), number(0x0100_0000), zeros(8), matrix,
            zeros(24), number(2))
        return box("moov", header, track(dataOffset))
    }

    private func track(_ dataOffset: Int) -> [UInt8] {
        let size = number(image.size.width << 16) + number(image.size.height << 16)
        let header = full(
            "tkhd", flags: 7, zeros(8), number(1), zeros(4), number(1000), zeros(16), matrix, size)
        let handler = full("hdlr", zeros(4), ascii("vide"), zeros(13))
        let place = box("dinf", full("dref", number(1), full("url ", flags: 1)))
        let information = box("minf", full("vmhd", flags: 1, zeros(8)), place, table(dataOffset))
        let media = box("mdia", full("mdhd", zeros(8), number(1000), number(1000), zeros(4)), handler, information)
        return box("trak", header, media)
    }

    private func table(_ dataOffset: Int) -> [UInt8] {
        let entry = box(
            image.type, zeros(6), number(1, 2), zeros(16), number(image.size.width, 2), number(image.size.height, 2),
            number(72 << 16), number(72 << 16), zeros(4), number(1, 2), zeros(32), number(24, 2), number(0xFFFF, 2),
            box(configuration, image.configuration))
        return box(
            "stbl", full("stsd", number(1), entry), full("stts", number(1), number(1), number(1000)),
            full("stsc", number(1), number(1), number(1), number(1)), full("stsz", number(image.data.count), number(1)),
            full("stco", number(1), number(dataOffset)))
    }

    /// Neither turned nor moved.
    private var matrix: [UInt8] { [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30].flatMap { number($0) } }

    private func box(_ type: String, _ content: [UInt8]...) -> [UInt8] { Self.box(type, content) }

    private func full(_ type: String, flags: Int = 0, _ content: [UInt8]...) -> [UInt8] {
        Self.box(type, [number(flags)] + content)
    }

    private static func box(_ type: String, _ content: [[UInt8]]) -> [UInt8] {
        let content = content.flatMap(\.self)
        return bigEndian(content.count + 8, 4) + Array(type.utf8) + content
    }

    private func number(_ value: Int, _ bytes: Int = 4) -> [UInt8] { Self.bigEndian(value, bytes) }

    private func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

    private func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func bigEndian(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

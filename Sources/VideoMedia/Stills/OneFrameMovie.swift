internal import Imaging
internal import PhotoModel

/// An MP4 file with one frame (ISO/IEC 14496-12), for libraries that read videos.
struct OneFrameMovie {
    private let image: CodedImage
    private let configuration: String

    /// - Throws: `unsupportedFormat` for codecs that are not used in videos.
    init(_ image: CodedImage) throws(ImagingError) {
        guard let configuration = image.configurationType, max(image.size.width, image.size.height) <= 65_535 else {
            throw .unsupportedFormat("a HEIF image of this codec or size")
        }
        (self.image, self.configuration) = (image, configuration)
    }

    func bytes() -> [UInt8] {
        let head: [UInt8] = .box("ftyp", .ascii("isom"), .number(0), .ascii("isom"))
        // The offset of the data takes the same number of bytes, whatever its value is.
        let length = head.count + movie(dataOffset: 0).count
        return head + movie(dataOffset: length + 8) + .box("mdat", image.data)
    }

    private func movie(dataOffset: Int) -> [UInt8] {
        let header: [UInt8] = .fullBox(
            "mvhd", .zeros(8), .number(1000), .number(1000), .number(1 << 16), .number(0x0100_0000), .zeros(8), matrix,
            .zeros(24), .number(2))
        return .box("moov", header, track(dataOffset))
    }

    private func track(_ dataOffset: Int) -> [UInt8] {
        let header: [UInt8] = .fullBox(
            "tkhd", flags: 7, .zeros(8), .number(1), .zeros(4), .number(1000), .zeros(16), matrix,
            .number(image.size.width << 16), .number(image.size.height << 16))
        let handler: [UInt8] = .fullBox("hdlr", .zeros(4), .ascii("vide"), .zeros(13))
        let place: [UInt8] = .box("dinf", .fullBox("dref", .number(1), .fullBox("url ", flags: 1)))
        let information: [UInt8] = .box("minf", .fullBox("vmhd", flags: 1, .zeros(8)), place, table(dataOffset))
        let times: [UInt8] = .fullBox("mdhd", .zeros(8), .number(1000), .number(1000), .zeros(4))
        return .box("trak", header, .box("mdia", times, handler, information))
    }

    private func table(_ dataOffset: Int) -> [UInt8] {
        let size = image.size
        let entry: [UInt8] = .box(
            image.type, .zeros(6), .number(1, bytes: 2), .zeros(16), .number(size.width, bytes: 2),
            .number(size.height, bytes: 2), .number(72 << 16), .number(72 << 16), .zeros(4), .number(1, bytes: 2),
            .zeros(32), .number(24, bytes: 2), .number(0xFFFF, bytes: 2), .box(configuration, image.configuration))
        return .box(
            "stbl", .fullBox("stsd", .number(1), entry), .fullBox("stts", .number(1), .number(1), .number(1000)),
            .fullBox("stsc", .number(1), .number(1), .number(1), .number(1)),
            .fullBox("stsz", .number(image.data.count), .number(1)), .fullBox("stco", .number(1), .number(dataOffset)))
    }

    /// The identity matrix: no rotation, no translation.
    private var matrix: [UInt8] { [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30].flatMap { [UInt8].number($0) } }
}

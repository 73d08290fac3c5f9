/// Builds small multi-picture files (CIPA DC-007): a JPEG with an index, and more JPEG files after it.
struct MultiPictureFixture {
    struct Image {
        var kind: UInt32
        var bytes: [UInt8]
        /// What the index says, where that is not the truth.
        var claimedLength: UInt32?
        var claimedOffset: UInt32?
    }

    static let vga: UInt32 = 0x01_0001
    static let fullHD: UInt32 = 0x01_0002

    var images: [Image]
    var isLittleEndian = true
    /// What the index says, where that is not the truth.
    var claimedListLength: UInt32?

    init(_ images: Image..., isLittleEndian: Bool = true) {
        self.images = images
        self.isLittleEndian = isLittleEndian
    }

    /// `jpeg` with an index of itself and the images after its start marker, then `gap` bytes that belong to none, then
    /// the images.
    func joined(to jpeg: [UInt8], gap: Int = 0) -> [UInt8] {
        let payload = index(offsets: images.map { _ in 0 }).count
        let headerEnd = 2 + 4 + 4  // Start marker, marker and length, signature.
        let main = jpeg.count + 8 + payload
        var offsets: [UInt32] = []
        var end = main + gap
        for image in images {
            offsets.append(image.claimedOffset ?? UInt32(end - headerEnd))
            end += image.bytes.count
        }
        let segment = Array("MPF\0".utf8) + index(offsets: offsets)
        let length = segment.count + 2
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)]
        let filler = [UInt8](repeating: 0, count: gap)
        return start + segment + jpeg.dropFirst(2) + filler + images.flatMap(\.bytes)
    }

    /// The TIFF structure: version, count and list of the images.
    private func index(offsets: [UInt32]) -> [UInt8] {
        let list = UInt32(8 + 2 + 3 * 12 + 4)
        let count = UInt32(images.count + 1)
        let listLength: UInt32 = claimedListLength ?? 16 * count
        let mark: [UInt8] = Array((isLittleEndian ? "II" : "MM").utf8)
        var parts: [[UInt8]] = [mark, short(42), long(8), short(3)]
        parts += [short(0xB000), short(7), long(4), Array("0100".utf8)]
        parts += [short(0xB001), short(4), long(1), long(count)]
        parts += [short(0xB002), short(7), long(listLength), long(list), long(0)]
        parts += [long(0x2003_0000), long(0), long(0), long(0)]  // The first image; its length is not asked for.
        for (image, offset) in zip(images, offsets) {
            let length: UInt32 = image.claimedLength ?? UInt32(image.bytes.count)
            parts += [long(image.kind), long(length), long(offset), long(0)]
        }
        return parts.flatMap { $0 }
    }

    private func short(_ value: UInt16) -> [UInt8] {
        let low = UInt8(value & 255)
        let high = UInt8(value >> 8)
        return isLittleEndian ? [low, high] : [high, low]
    }

    private func long(_ value: UInt32) -> [UInt8] {
        let halves = [UInt16(value & 0xFFFF), UInt16(value >> 16)]
        return (isLittleEndian ? halves : halves.reversed()).flatMap(short)
    }
}

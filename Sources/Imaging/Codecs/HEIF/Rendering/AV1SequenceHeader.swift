internal import PhotoModel

/// A sequence header (AV1, section 5.5).
enum AV1SequenceHeader {
    private static let unitType: UInt8 = 1

    /// The largest size in the sequence headers of the configuration and of the image; nil if there is none. No list is made of
    /// them: a malicious bitstream has one for every two bytes.
    static func largestSize(_ image: CodedImage) -> PixelSize? {
        var largest: PixelSize?
        func note(_ header: ByteView) {
            guard let found = size(header) else { return }
            if found.pixelCount > largest?.pixelCount ?? 0 { largest = found }
        }
        forEachHeader(in: ByteView(Array(image.configuration.dropFirst(4))), note)
        forEachHeader(in: ByteView(image.data), note)
        return largest
    }

    /// Calls `body` with the contents of those among open bitstream units (section 5.3) that are sequence headers.
    private static func forEachHeader(in data: ByteView, _ body: (ByteView) -> Void) {
        var offset = 0
        while let head = data.byte(at: offset) {
            offset += head & 4 == 0 ? 1 : 2
            var length = data.count - offset
            if head & 2 != 0 {
                guard let (value, width) = leb128(data, at: offset) else { break }
                (length, offset) = (value, offset + width)
            }
            guard length >= 0, let unit = data.slice(at: offset, length: length) else { break }
            if head >> 3 & 15 == unitType { body(unit) }
            offset += length
        }
    }

    private static func leb128(_ data: ByteView, at offset: Int) -> (value: Int, width: Int)? {
        var value = 0
        for index in 0..<8 {
            guard let byte = data.byte(at: offset + index) else { return nil }
            value |= Int(byte & 0x7F) << (7 * index)
            if byte & 0x80 == 0 { return (value, index + 1) }
        }
        return nil
    }

    private static func size(_ unit: ByteView) -> PixelSize? {
        var reader = BitReader(unit.bytes.prefix(512))
        reader.skip(4)  // The profile, and whether it is a still image.
        if reader.bit() {
            reader.skip(5)
        } else {
            skipOperatingPoints(&reader)
        }
        let (widthBits, heightBits) = (reader.bits(4) + 1, reader.bits(4) + 1)
        return PixelSize(width: reader.bits(widthBits) + 1, height: reader.bits(heightBits) + 1)
    }

    private static func skipOperatingPoints(_ reader: inout BitReader) {
        var delayBits: Int?
        if reader.bit() {
            reader.skip(64)
            if reader.bit() { _ = reader.exponentialGolomb() }
            if reader.bit() {
                delayBits = reader.bits(5) + 1
                reader.skip(42)
            }
        }
        let hasDelays = reader.bit()
        for _ in 0...reader.bits(5) {
            reader.skip(12)
            if reader.bits(5) > 7 { reader.skip(1) }
            if let delayBits, reader.bit() { reader.skip(2 * delayBits + 1) }
            if hasDelays, reader.bit() { reader.skip(4) }
        }
    }
}

/// Builds small EXIF blocks and puts them into JPEG files.
struct EXIFFixture {
    var orientation: UInt16?
    var thumbnail: [UInt8] = []

    /// The TIFF structure, little-endian: a directory with the orientation, and one with the thumbnail.
    var block: [UInt8] {
        var bytes: [UInt8] = Array("II".utf8) + Self.little16(42) + Self.little32(8)
        let entries = orientation.map { [Self.short(0x0112, $0)] } ?? [Self.short(0x0128, 2)]
        let firstEnd = 8 + 2 + entries.count * 12 + 4
        bytes += Self.little16(UInt16(entries.count)) + entries.flatMap { $0 }
        bytes += Self.little32(thumbnail.isEmpty ? 0 : UInt32(firstEnd))
        guard !thumbnail.isEmpty else { return bytes }
        let data = UInt32(firstEnd + 2 + 2 * 12 + 4)
        bytes += Self.little16(2) + Self.long(0x0201, data) + Self.long(0x0202, UInt32(thumbnail.count))
        return bytes + Self.little32(0) + thumbnail
    }

    /// A JPEG with this block after its start marker.
    func inserted(into jpeg: [UInt8]) -> [UInt8] {
        let payload = Array("Exif\0\0".utf8) + block
        let length = payload.count + 2
        return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + payload + jpeg.dropFirst(2)
    }

    private static func short(_ tag: UInt16, _ value: UInt16) -> [UInt8] {
        little16(tag) + little16(3) + little32(1) + little16(value) + little16(0)
    }

    private static func long(_ tag: UInt16, _ value: UInt32) -> [UInt8] {
        little16(tag) + little16(4) + little32(1) + little32(value)
    }

    private static func little16(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

    private static func little32(_ value: UInt32) -> [UInt8] {
        little16(UInt16(value & 0xFFFF)) + little16(UInt16(value >> 16))
    }
}

internal import PhotoModel

/// An image in a pack, with its key and its place, so that it proves itself: one that was overwritten, cut off or never written
/// to its end is none. A pure value.
///
/// | bytes | what |
/// |---|---|
/// | 0–3 | `PIMG` |
/// | 4–7 | bytes of the payload: preview hash, then image |
/// | 8–15 | the record's position |
/// | 16–47 | key |
/// | 48–55 | width and height in pixels |
/// | 56–57 | format: 1 JPEG, 2 PNG, 3 WebP |
/// | 58–59 | bytes of the preview hash |
/// | 60–63 | 0 |
/// | 64–71 | checksum of all others |
enum PackRecord {
    static let headerLength = 72

    private static let magic = Array("PIMG".utf8)
    private static let formats = ["image/jpeg", "image/png", "image/webp"]

    /// Bytes of the record of an image.
    static func length(of image: EncodedImage) -> Int { headerLength + image.previewHash.count + image.bytes.count }

    /// - Returns: nil for an image that has no place in a pack.
    static func bytes(of image: EncodedImage, key: PackKey, position: Int64) -> [UInt8]? {
        let payload = image.previewHash.count + image.bytes.count
        guard let format = formats.firstIndex(of: image.mimeType), let payloadLength = UInt32(exactly: payload),
            let width = UInt32(exactly: image.size.width), let height = UInt32(exactly: image.size.height),
            let hashLength = UInt16(exactly: image.previewHash.count), image.isWorthKeeping
        else { return nil }
        var header = magic
        header.reserveCapacity(headerLength + payload)
        header.append(number: payloadLength)
        header.append(number: position)
        header += key.bytes
        header.append(number: width)
        header.append(number: height)
        header.append(number: UInt16(format + 1))
        header.append(number: hashLength)
        header.append(number: UInt32(0))
        let content = image.previewHash + image.bytes
        header.append(number: checksum(header[...]) ^ checksum(content[...]))
        return header + content
    }

    /// - Returns: nil when these are not the record of this key that was written at this position.
    static func image(in bytes: [UInt8], key: PackKey, position: Int64) -> EncodedImage? {
        guard bytes.count >= headerLength, bytes.starts(with: magic) else { return nil }
        let (payloadLength, hashLength): (UInt32, UInt16) = (bytes.number(at: 4), bytes.number(at: 58))
        let format = Int(bytes.number(at: 56) as UInt16) - 1
        guard bytes.number(at: 8) == position, bytes[16..<48].elementsEqual(key.bytes),
            bytes.count == headerLength + Int(payloadLength), Int(hashLength) <= Int(payloadLength),
            formats.indices.contains(format),
            bytes.number(at: 64) == checksum(bytes[..<64]) ^ checksum(bytes[headerLength...])
        else { return nil }
        let content = headerLength + Int(hashLength)
        return EncodedImage(
            bytes: Array(bytes[content...]), mimeType: formats[format],
            size: PixelSize(
                width: Int(bytes.number(at: 48) as UInt32), height: Int(bytes.number(at: 52) as UInt32)),
            isDegraded: false, isIncomplete: false, previewHash: Array(bytes[headerLength..<content]))
    }
}

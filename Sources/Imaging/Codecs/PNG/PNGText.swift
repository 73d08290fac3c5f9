internal import PhotoModel

/// Finds and adds texts in a PNG (W3C PNG, third edition, 11.3.3) by their keywords.
package enum PNGText {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Signature, and IHDR with its length, type and checksum.
    private static let headLength = 33
    /// How many chunks are searched. Few precede the texts.
    private static let chunkLimit = 1024
    /// The longest text that is read, also after inflating it.
    private static let textLimit = 16 << 10

    /// The first text of each of these keywords, from tEXt and zTXt chunks. Nil if the bytes do not begin like a PNG.
    ///
    /// - Parameter png: the whole file, which need not be trusted.
    package static func texts(in png: [UInt8], keywords: Set<String>) -> [String: String]? {
        let view = ByteView(png)
        guard png.starts(with: signature), view.has("IHDR", at: 12) else { return nil }
        var texts: [String: String] = [:]
        var offset = headLength
        for _ in 0..<chunkLimit where texts.count < keywords.count {
            guard let length = view.bigUInt32(at: offset).map(Int.init), let type = view.fourCharacters(at: offset + 4),
                type != "IEND", length <= png.count - offset - 12
            else { break }
            if type == "tEXt" || type == "zTXt", length <= textLimit {
                let data = png[(offset + 8)..<(offset + 8 + length)]
                if let (keyword, text) = entry(data, isCompressed: type == "zTXt"), keywords.contains(keyword) {
                    texts[keyword] = texts[keyword] ?? text
                }
            }
            offset += length + 12
        }
        return texts
    }

    /// The keyword and the text, which are Latin-1.
    private static func entry(_ data: ArraySlice<UInt8>, isCompressed: Bool) -> (String, String)? {
        guard let end = data.prefix(80).firstIndex(of: 0), end > data.startIndex else { return nil }
        var text = data[(end + 1)...]
        if isCompressed {
            // One byte names the method, of which there is one.
            guard text.first == 0, let inflated = Array(text.dropFirst()).inflated(limit: textLimit) else {
                return nil
            }
            text = inflated[...]
        }
        return (latin1(data[..<end]), latin1(text))
    }

    private static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    }

    /// The PNG with texts after its header.
    ///
    /// - Parameters:
    ///   - texts: keywords of 1 to 79 characters, and their texts; ASCII.
    ///   - png: as `PNGEncoder` writes it.
    package static func adding(_ texts: [(keyword: String, text: String)], to png: [UInt8]) -> [UInt8] {
        let chunks = texts.flatMap { chunk("tEXt", Array($0.keyword.utf8) + [0] + Array($0.text.utf8)) }
        return Array(png.prefix(headLength)) + chunks + png.dropFirst(headLength)
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return big(UInt32(data.count)) + content + big(CRC32.checksum(of: content))
    }

    private static func big(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}

/// The text tags. Most are written by people, and each may be as long as the whole block.
extension EXIFBlock {
    /// Adds the texts that libexif ignores: those of the type UTF-8, which is new in EXIF 3.0.
    func addTexts(to metadata: inout ImageMetadata) {
        metadata.make = metadata.make ?? main.string(.make)?.trimmedText
        metadata.model = metadata.model ?? main.string(.model)?.trimmedText
        metadata.software = metadata.software ?? main.string(.software)?.trimmedText
        metadata.lens = metadata.lens ?? exif?.string(.lensModel)?.trimmedText
    }

    /// The caption.
    var imageDescription: String? {
        // 129 is UTF-8, which is new in EXIF 3.0.
        guard let type = main.type(.imageDescription), [2, 129].contains(type),
            let bytes = main.bytes(.imageDescription)?.bytes
        else { return nil }
        return Self.trimmed(bytes.prefix { $0 != 0 })
    }

    /// The comment, which follows eight bytes that name its encoding (EXIF 3.0, section 4.6.6.2). Nil if it is not a
    /// text: some cameras store their own numbers there.
    var userComment: String? {
        let codeLength = 8
        guard let bytes = exif?.bytes(.userComment) ?? main.bytes(.userComment), bytes.count > codeLength,
            let payload = bytes.slice(upTo: .max, at: codeLength)?.bytes, !bytes.has("JIS", at: 0)
        else { return nil }
        // Some cameras fill the name up with blanks instead of NULs.
        let code = Self.trimmed(bytes.bytes.prefix(codeLength).prefix { $0 != 0 })
        let text: String?
        if code == "UNICODE" {
            text = Self.trimmed(utf16(Array(payload)).utf8)
        } else {
            // Some programs write the comment without the name of an encoding.
            let characters = (code == nil || code == "ASCII" ? payload : bytes.bytes).prefix { $0 != 0 }
            // If no encoding is named, the bytes may be anything.
            guard code == "ASCII" || String(validating: characters, as: UTF8.self) != nil else { return nil }
            text = Self.trimmed(characters)
        }
        return text.flatMap { $0.unicodeScalars.allSatisfy(Self.isText) ? $0 : nil }
    }

    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory != .control || "\t\n\r".unicodeScalars.contains(scalar)
    }

    /// Decodes UTF-16 in the byte order that is more likely: some writers use that of the block, others always the same.
    private func utf16(_ bytes: [UInt8]) -> String {
        let bigEndian = stride(from: 0, to: bytes.count - 1, by: 2).map { (at: Int) -> UInt16 in
            UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1])
        }
        let units = Array(bigEndian.prefix { $0 != 0 })
        let own = structure.isLittleEndian ? units.map(\.byteSwapped) : units
        let other = own.map(\.byteSwapped)
        let text = other.first == Self.mark || Self.isLikelier(other, than: own) ? other : own
        return String(decoding: text.drop { $0 == Self.mark }, as: UTF16.self)
    }

    /// The byte order mark, U+FEFF.
    private static let mark: UInt16 = 0xFEFF

    /// Whether a UTF-16 text is more likely to be the right reading than the same text in the other byte order: more of
    /// its characters are among the first 256 (as blanks and digits are in every language, and nearly all in some), and
    /// the others belong to one script.
    private static func isLikelier(_ text: [UInt16], than other: [UInt16]) -> Bool {
        let (count, otherCount) = (text.count { $0 < 256 }, other.count { $0 < 256 })
        guard other.first != mark, count > otherCount else { return false }
        return 2 * count > text.count || Set(text.map { $0 >> 8 }).count < Set(other.map { $0 >> 8 }).count
    }

    /// The text without blanks at its ends; nil if nothing is left. This works on bytes for speed: it is called for each photo
    /// when a folder is listed, and cameras pad only with ASCII blanks.
    static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> String? {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return nil }
        return String(guessing: bytes[first...last])
    }
}

extension String {
    /// Decodes a text whose encoding is not known: UTF-8 if it is valid, otherwise Windows code page 1252, which is
    /// Latin-1 with quotation marks and dashes instead of control characters (Metadata Working Group, guidelines 2.0,
    /// section 3.3).
    package init(guessing bytes: some Collection<UInt8>) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self = text
        } else {
            let characters = bytes.map {
                (0x80...0x9F).contains($0) ? Self.windows[Int($0) - 0x80] : Unicode.Scalar($0)
            }
            self.init(String.UnicodeScalarView(characters))
        }
    }

    /// The characters 0x80 to 0x9F of code page 1252; five of them are not defined.
    private static let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// The text without NULs, which no text of the backend ABI has, and without blanks at its ends; nil if nothing is left.
    package var trimmedText: String? {
        guard !utf8.contains(0) else { return String(decoding: utf8.filter { $0 != 0 }, as: UTF8.self).trimmedText }
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }),
            let last = utf8.lastIndex(where: { !isBlank($0) })
        else { return nil }
        return first == utf8.startIndex && last == utf8.index(before: utf8.endIndex)
            ? self : String(self[first..<utf8.index(after: last)])
    }
}

extension [String] {
    /// The words in order, without duplicates, without blanks at their ends, and without empty ones.
    package var distinctWords: [String] {
        var seen: Set<String> = []
        return compactMap(\.trimmedText).filter { seen.insert($0).inserted }
    }
}

internal import Platform

/// Reads the XML of an S3's answers by looking for tags; it is not a complete XML parser.
enum XMLText {
    /// The contents of all elements with a name, in their order, without unescaping.
    static func values(of name: String, in bytes: [UInt8]) -> [String] {
        blocks(of: name, in: bytes).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The contents of all elements with a name as bytes, in their order.
    static func blocks(of name: String, in bytes: [UInt8]) -> [[UInt8]] {
        let (start, end) = (Array("<\(name)>".utf8), Array("</\(name)>".utf8))
        var blocks: [[UInt8]] = []
        var position = 0
        while let first = find(start, in: bytes, from: position) {
            guard let last = find(end, in: bytes, from: first + start.count) else { break }
            blocks.append(Array(bytes[(first + start.count)..<last]))
            position = last + end.count
        }
        return blocks
    }

    /// Replaces the character references and entities of XML.
    static func unescaped(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let mark = rest.firstIndex(of: "&") {
            result += rest[..<mark]
            rest = rest[mark...]
            // The longest reference that is known here has ten characters.
            guard let end = rest.prefix(12).firstIndex(of: ";"), let character = character(rest[..<end].dropFirst())
            else {
                result.append("&")
                rest = rest.dropFirst()
                continue
            }
            result.unicodeScalars.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init)
    }

    /// Decodes a key in the form of `encoding-type=url`: percent-encoded, with a space also as "+". Nil if the encoding is invalid.
    static func percentDecoded(_ text: String) -> [UInt8]? {
        String(text.map { $0 == "+" ? " " : $0 }).percentDecoded
    }

    /// The position of the first `mark` from `start` on. A page has half a megabyte, so this searches for the first byte first.
    private static func find(_ mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { all in
            var place = start
            while let next = all.offset(of: mark[0], from: place), all.count - next >= mark.count {
                if mark.withUnsafeBytes({ isSame(all, next, $0) }) { return next }
                place = next + 1
            }
            return nil
        }
    }

    private static func isSame(_ all: UnsafeRawBufferPointer, _ place: Int, _ mark: UnsafeRawBufferPointer) -> Bool {
        guard let first = all.baseAddress, let second = mark.baseAddress else { return false }
        return compareMemory(first + place, second, byteCount: mark.count) == 0
    }
}

extension String {
    /// The decoded bytes of a percent-encoded text; nil if a "%" is not followed by two hexadecimal digits.
    package var percentDecoded: [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            guard digits.count == 2 else { return nil }
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}

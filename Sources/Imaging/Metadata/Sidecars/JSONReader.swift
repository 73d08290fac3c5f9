/// What a JSON text holds (RFC 8259).
indirect enum JSONValue: Equatable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null

    /// A member of an object; nil for others.
    subscript(_ key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var asText: String? { if case .string(let text) = self { text } else { nil } }

    /// A number, also when it is written as text.
    var asNumber: Double? {
        switch self {
        case .number(let number): number
        case .string(let text): Double(text)
        default: nil
        }
    }
}

/// Reads a JSON text up to its first mistake: of objects and lists that are cut off there, what came before is kept. What
/// is deeper than 64 levels counts as a mistake. Bytes that are not UTF-8 become replacement characters.
struct JSONReader {
    private static let depthLimit = 64

    private let bytes: [UInt8]
    private var position = 0
    private var isDamaged = false

    /// Nil when not even its beginning is JSON.
    static func read(_ bytes: [UInt8]) -> JSONValue? {
        var reader = JSONReader(bytes)
        return reader.value(depth: 0)
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func value(depth: Int) -> JSONValue? {
        guard depth < Self.depthLimit else { return damage() }
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return object(depth)
        case UInt8(ascii: "["): return list(depth)
        case UInt8(ascii: "\""): return text().map { .string($0) }
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private mutating func object(_ depth: Int) -> JSONValue {
        var members: [String: JSONValue] = [:]
        position += 1
        skipBlanks()
        if take("}") { return .object(members) }
        repeat {
            skipBlanks()
            guard next == UInt8(ascii: "\""), let key = text() else { break }
            skipBlanks()
            guard take(":"), let value = value(depth: depth + 1) else { break }
            if members[key] == nil { members[key] = value }
            skipBlanks()
        } while !isDamaged && take(",")
        if !isDamaged, !take("}") { isDamaged = true }
        return .object(members)
    }

    private mutating func list(_ depth: Int) -> JSONValue {
        var values: [JSONValue] = []
        position += 1
        skipBlanks()
        if take("]") { return .array(values) }
        repeat {
            guard let value = value(depth: depth + 1) else { break }
            values.append(value)
            skipBlanks()
        } while !isDamaged && take(",")
        if !isDamaged, !take("]") { isDamaged = true }
        return .array(values)
    }

    private mutating func number() -> JSONValue? {
        let digits = bytes[position...].prefix { "+-.eE0123456789".utf8.contains($0) }
        position += digits.count
        guard let number = Double(String(decoding: digits, as: UTF8.self)) else { return damage() }
        return .number(number)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
        let isThere = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
        guard isThere else { return damage() }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func damage() -> JSONValue? {
        isDamaged = true
        return nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}

// Texts: code units of UTF-8, and escapes that are some.
extension JSONReader {
    /// The text that begins here with its quotation mark; nil when it does not end.
    private mutating func text() -> String? {
        var text = ""
        position += 1
        while let end = bytes[position...].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            text += String(decoding: bytes[position..<end], as: UTF8.self)
            position = end + 1
            if bytes[end] == UInt8(ascii: "\"") { return text }
            guard let escaped = escape() else { break }
            text.unicodeScalars.append(escaped)
        }
        isDamaged = true
        return nil
    }

    /// What follows a backslash; nil when nothing that may.
    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return codePoint()
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        default: return nil
        }
    }

    /// Four digits, or twice four for what UTF-16 writes in two units. Half of such a pair is a replacement character.
    private mutating func codePoint() -> Unicode.Scalar? {
        guard let first = unit() else { return nil }
        if let scalar = Unicode.Scalar(first) { return scalar }
        let start = position
        guard first < 0xDC00, take("\\"), take("u"), let second = unit(), (0xDC00...0xDFFF).contains(second) else {
            position = start
            return "\u{FFFD}"
        }
        let offset = (UInt32(first) - 0xD800) << 10 | (UInt32(second) - 0xDC00)
        return Unicode.Scalar(0x10000 + offset) ?? "\u{FFFD}"
    }

    private mutating func unit() -> UInt16? {
        guard position + 4 <= bytes.count,
            let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { return nil }
        position += 4
        return unit
    }
}

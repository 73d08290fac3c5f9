/// Positions in a JSON file, for error messages: a decoder says what is wrong, but not where.
struct JSONPlaces {
    /// A syntax error, with its offset in bytes.
    struct Mistake: Error {
        let offset: Int
        let reason: String
    }

    /// The offset of each name in the outermost object; if it occurs more than once, of the first.
    private(set) var keys: [String: Int] = [:]
    /// The first syntax error; nil if the file is JSON.
    private(set) var mistake: Mistake?
    private let bytes: [UInt8]
    private var position = 0
    /// How many objects and arrays surround the position.
    private var depth = 0

    /// Deeper than any settings file. The limit keeps nested brackets from exhausting the stack.
    private static let mostDepth = 100

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        do throws(Mistake) {
            try value()
            skipSpace()
            if position < bytes.count { throw wrong("there is something behind its end") }
        } catch {
            mistake = error
        }
    }

    /// `LINE:COLUMN` of the byte at an offset. Both count from 1; columns are characters.
    func place(_ offset: Int) -> String {
        let before = bytes[..<min(offset, bytes.count)]
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        return "\(line):\(String(decoding: before[start...], as: UTF8.self).count + 1)"
    }

    // MARK: Reading

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func wrong(_ reason: String) -> Mistake {
        Mistake(offset: position, reason: next == nil ? "it ends within a value, or before one" : reason)
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    /// Skips a character.
    ///
    /// - Returns: false if another one comes next.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(Mistake) {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): try list(until: "}") { text throws(Mistake) in try text.member() }
        case UInt8(ascii: "["): try list(until: "]") { text throws(Mistake) in try text.value() }
        case UInt8(ascii: "\""): _ = try string()
        default: try word()
        }
    }

    private mutating func list(
        until end: Unicode.Scalar, _ element: (inout JSONPlaces) throws(Mistake) -> Void
    ) throws(Mistake) {
        guard depth < Self.mostDepth else { throw wrong("too many brackets within each other") }
        position += 1
        depth += 1
        skipSpace()
        if !take(end) {
            repeat {
                skipSpace()
                if next == UInt8(ascii: end) { throw wrong("there is a comma before it, and nothing after that") }
                try element(&self)
                skipSpace()
            } while take(",")
            guard take(end) else { throw wrong("a comma is missing, or a \(end)") }
        }
        depth -= 1
    }

    private mutating func member() throws(Mistake) {
        let start = position
        guard next == UInt8(ascii: "\"") else { throw wrong("a name in quotes is missing") }
        let name = try string()
        if depth == 1, keys[name] == nil { keys[name] = start }
        skipSpace()
        guard take(":") else { throw wrong("a colon is missing") }
        try value()
    }

    /// Reads a string. Its escapes are left as they are, since names of settings have none.
    private mutating func string() throws(Mistake) -> String {
        position += 1
        let start = position
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte < 0x20 { throw wrong("a quote is missing") }
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position, bytes.count)
        guard take("\"") else { throw wrong("a quote is missing") }
        return String(decoding: bytes[start..<position - 1], as: UTF8.self)
    }

    /// Reads a number, true, false or null. Whether the number is of the right kind is left to the decoder.
    private mutating func word() throws(Mistake) {
        let start = position
        while let byte = next, byte.isPartOfWord { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard !["true", "false", "null"].contains(text), Double(text) == nil || text.first?.isLetter == true else {
            return
        }
        position = start
        let first = String(decoding: bytes[start...].prefix(4), as: UTF8.self).prefix(1)
        throw wrong("\"\(first)\" begins no value; is a quote missing?")
    }
}

extension UInt8 {
    fileprivate var isPartOfWord: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// Reads JSON (RFC 8259) that other programs wrote: with limits, and strictly, unless it is said that its beginning is enough. Bytes that
/// are not UTF-8 become replacement characters; a mark of the order of bytes may come first.
package struct JSONReader {
    /// How deeply arrays and objects may be nested: Immich and Google Takeout need six levels.
    private static let mostDepth = 64
    /// The most values in all arrays and objects together: each takes memory, however short its text is. 50,000 assets
    /// have three million.
    private static let mostValues = 4_000_000

    /// Why a document cannot be read.
    package enum Problem: Error, Equatable {
        case tooDeep
        case tooMany
        case wrong(at: Int)
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    /// Whether objects and arrays that break off keep what came before.
    private let keepsBeginning: Bool
    private var isDamaged = false
    private var position = 0
    private var depth = 0
    private var count = 0

    /// Reads all of a document.
    package static func read(_ bytes: [UInt8]) throws(Problem) -> JSON {
        try read(bytes, keepsBeginning: false).get()
    }

    /// Reads an object, and passes on the elements of one of its arrays one by one. None of them is kept, so that such a list may be
    /// longer than a document.
    ///
    /// - Parameters:
    ///   - name: the member of the object that is the array. Anything else that it is is kept.
    ///   - emit: called with each element, in their order, before it is known whether what follows is valid. Returns whether more are
    ///     wanted.
    /// - Returns: the object, in which the array is empty.
    /// - Throws: `tooMany` after an element after which no more are wanted.
    package static func read(
        _ bytes: [UInt8], passing name: String, to emit: (JSON) -> Bool
    ) throws(Problem) -> JSON {
        let result: Result<JSON, Problem> = bytes.withUnsafeBufferPointer { buffer in
            var reader = JSONReader(buffer, false)
            do throws(Problem) {
                return .success(try reader.document(passing: name, to: emit))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Reads a document up to its first mistake: of objects and arrays that are cut off there, what came before is kept.
    ///
    /// - Returns: nil when not even its beginning is JSON.
    package static func readBeginning(_ bytes: [UInt8]) -> JSON? { try? read(bytes, keepsBeginning: true).get() }

    private static func read(_ bytes: [UInt8], keepsBeginning: Bool) -> Result<JSON, Problem> {
        bytes.withUnsafeBufferPointer { buffer in
            var reader = JSONReader(buffer, keepsBeginning)
            do throws(Problem) {
                return .success(try reader.document())
            } catch {
                return .failure(error)
            }
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ keepsBeginning: Bool) {
        (self.bytes, self.keepsBeginning) = (bytes, keepsBeginning)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private mutating func document() throws(Problem) -> JSON {
        let document = try value()
        if keepsBeginning { return document }
        skipBlanks()
        guard position == bytes.count else { throw wrong }
        return document
    }

    private mutating func document(passing name: String, to emit: (JSON) -> Bool) throws(Problem) -> JSON {
        var members: [JSON.Member] = []
        skipBlanks()
        guard take(UInt8(ascii: "{")) else { throw wrong }
        skipBlanks()
        var isOpen = !take(UInt8(ascii: "}"))
        while isOpen {
            let key = try key()
            skipBlanks()
            if key == name, take(UInt8(ascii: "[")) {
                try elements(to: emit)
                members.append(JSON.Member(name: key, value: .array([])))
            } else {
                members.append(JSON.Member(name: key, value: try value()))
            }
            isOpen = try goesOn(until: UInt8(ascii: "}"))
        }
        skipBlanks()
        guard position == bytes.count else { throw wrong }
        return .object(members)
    }

    private mutating func elements(to emit: (JSON) -> Bool) throws(Problem) {
        skipBlanks()
        if take(UInt8(ascii: "]")) { return }
        let before = count
        repeat {
            // Only what is kept at the same time counts.
            count = before
            guard emit(try value()) else { throw .tooMany }
        } while try goesOn(until: UInt8(ascii: "]"))
    }

    private var wrong: Problem { .wrong(at: position) }
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func value() throws(Problem) -> JSON {
        skipBlanks()
        count += 1
        guard count <= Self.mostValues else { throw .tooMany }
        switch next {
        case UInt8(ascii: "{"): return try nested { (reader) throws(Problem) in try reader.object() }
        case UInt8(ascii: "["): return try nested { (reader) throws(Problem) in try reader.array() }
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func nested(_ read: (inout JSONReader) throws(Problem) -> JSON) throws(Problem) -> JSON {
        guard depth < Self.mostDepth else { throw .tooDeep }
        depth += 1
        position += 1
        let value = try read(&self)
        depth -= 1
        return value
    }

    /// Reads elements or members, and heeds a mistake between or in them.
    private mutating func fill(_ read: (inout JSONReader) throws(Problem) -> Void) throws(Problem) {
        do throws(Problem) {
            try read(&self)
        } catch {
            guard keepsBeginning else { throw error }
            isDamaged = true
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(Problem) -> JSON {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count else { throw wrong }
        for index in 0..<length where bytes[position + index] != word.utf8Start[index] { throw wrong }
        position += length
        return value
    }

    private mutating func array() throws(Problem) -> JSON {
        var elements: [JSON] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        try fill { (reader) throws(Problem) in
            repeat { elements.append(try reader.value()) } while try reader.goesOn(until: UInt8(ascii: "]"))
        }
        return .array(elements)
    }

    private mutating func object() throws(Problem) -> JSON {
        var members: [JSON.Member] = []
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object(members) }
        try fill { (reader) throws(Problem) in
            repeat { members.append(try reader.member()) } while try reader.goesOn(until: UInt8(ascii: "}"))
        }
        return .object(members)
    }

    private mutating func member() throws(Problem) -> JSON.Member {
        let name = try key()
        return JSON.Member(name: name, value: try value())
    }

    /// The name of a member, and the colon after it.
    private mutating func key() throws(Problem) -> String {
        skipBlanks()
        guard next == UInt8(ascii: "\"") else { throw wrong }
        let name = try string()
        skipBlanks()
        guard take(UInt8(ascii: ":")) else { throw wrong }
        return name
    }

    /// Whether another element or member follows. What broke off ends what it is in, too.
    private mutating func goesOn(until end: UInt8) throws(Problem) -> Bool {
        if isDamaged { return false }
        skipBlanks()
        if take(end) { return false }
        guard take(UInt8(ascii: ",")) else { throw wrong }
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func number() throws(Problem) -> Double {
        let start = position
        var isInteger = true
        var value = 0
        while let byte = next {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if position - start < 15 {
                    value = value * 10 + Int(byte - UInt8(ascii: "0"))
                } else {
                    isInteger = false
                }
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
                isInteger = false
            default:
                return try finish(start, isInteger, value)
            }
            position += 1
        }
        return try finish(start, isInteger, value)
    }

    private func finish(_ start: Int, _ isInteger: Bool, _ value: Int) throws(Problem) -> Double {
        guard position > start else { throw wrong }
        if isInteger { return Double(value) }
        guard bytes[start] != UInt8(ascii: "+"),
            let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite
        else { throw .wrong(at: start) }
        return number
    }

    private mutating func string() throws(Problem) -> String {
        position += 1
        let start = position
        skipPlain()
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") { return try escaped(from: start) }
            guard byte >= 0x20 || keepsBeginning else { throw wrong }
            position += 1
        }
        guard next != nil else { throw wrong }
        defer { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Skips bytes of a string that stand for themselves, eight at a time, as long as all eight do. A byte is less than n if it borrows
    /// when n is taken from it, and equal to a byte if it is less than one after an exclusive or with it
    /// (Warren, Hacker's Delight, 6-1); what one byte borrows from the next can only end this sooner.
    private mutating func skipPlain() {
        let (ones, highest): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        let quotes = ones &* UInt64(UInt8(ascii: "\""))
        let backslashes = ones &* UInt64(UInt8(ascii: "\\"))
        let raw = UnsafeRawBufferPointer(bytes)
        while position + 8 <= raw.count {
            let eight = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let control = (eight &- ones &* 0x20) & ~eight
            let quote = ((eight ^ quotes) &- ones) & ~(eight ^ quotes)
            let backslash = ((eight ^ backslashes) &- ones) & ~(eight ^ backslashes)
            guard (control | quote | backslash) & highest == 0 else { return }
            position += 8
        }
    }

    private mutating func escaped(from start: Int) throws(Problem) -> String {
        var text = Array(bytes[start..<position])
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 || keepsBeginning else { throw wrong }
            position += 1
            if byte == UInt8(ascii: "\\") { try appendEscape(to: &text) } else { text.append(byte) }
        }
        guard next != nil else { throw wrong }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func appendEscape(to text: inout [UInt8]) throws(Problem) {
        guard let byte = next else { throw wrong }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "u"): text += Array(String(try scalar()).utf8)
        default: throw wrong
        }
    }

    /// The character of a "\u" escape; half of a surrogate pair becomes U+FFFD.
    private mutating func scalar() throws(Problem) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let before = position
        position += 2
        let second = try unit()
        guard (0xDC00...0xDFFF).contains(second) else {
            position = before
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func unit() throws(Problem) -> UInt32 {
        guard position + 4 <= bytes.count,
            let value = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16),
            bytes[position] != UInt8(ascii: "+"), bytes[position] != UInt8(ascii: "-")
        else { throw wrong }
        position += 4
        return value
    }
}

/// A value for a statement. It is sent beside the statement, never as part of its text.
package enum SQLValue: Hashable, Sendable {
    /// NULL of a type (pg_type.oid), because a value without a type is taken for text.
    case null(UInt32)
    case integer(Int64)
    case real(Double)
    case flag(Bool)
    case text(String)
    case bytes([UInt8])
    /// Several texts.
    case texts([String])

    /// The number of its type in PostgreSQL (pg_type.oid).
    var type: UInt32 {
        switch self {
        case .null(let type): type
        case .integer: 20
        case .real: 701
        case .flag: 16
        case .text: 25
        case .bytes: 17
        case .texts: 1009
        }
    }

    /// The value as it is sent; nil for NULL. Numbers and texts are sent as text that ends with NUL, bytes as they are.
    var encoded: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let number): Self.terminated(String(number))
        case .real(let number): Self.terminated("\(number)")
        case .flag(let flag): Self.terminated(flag ? "t" : "f")
        case .text(let text): Self.terminated(text.withoutNUL)
        case .bytes(let bytes): bytes
        case .texts(let texts): Self.terminated(Self.array(texts))
        }
    }

    /// Reads a value that the server sent in binary form.
    ///
    /// - Parameter bytes: nil for NULL.
    init(type: UInt32, bytes: UnsafeBufferPointer<UInt8>?) {
        guard let bytes else {
            self = .null(type)
            return
        }
        switch type {
        // bool, bytea, int8, int2, int4, float8
        case 16: self = .flag(bytes.first == 1)
        case 17: self = .bytes(Array(bytes))
        case 20, 21, 23: self = .integer(Self.integer(of: bytes) ?? 0)
        case 701: self = .real(Self.real(of: bytes) ?? 0)
        default: self = .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// A number of 8, 16, 32 or 64 bits, big-endian.
    package static func integer(of bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        let bytes = UnsafeRawBufferPointer(bytes)
        return switch bytes.count {
        case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 1: Int64(bytes.load(as: Int8.self))
        default: nil
        }
    }

    /// A floating-point number of 64 bits, big-endian.
    package static func real(of bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        guard bytes.count == 8 else { return nil }
        let bits = UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self)
        return Double(bitPattern: UInt64(bigEndian: bits))
    }

    var isBinary: Bool { if case .bytes = self { true } else { false } }

    private static func terminated(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    /// The text of an array: each element is quoted, with a backslash before quotes and backslashes.
    private static func array(_ texts: [String]) -> String {
        let elements = texts.map { text in
            var element = "\""
            for character in text.withoutNUL.unicodeScalars {
                if character == "\"" || character == "\\" { element += "\\" }
                element.unicodeScalars.append(character)
            }
            return element + "\""
        }
        return "{" + elements.joined(separator: ",") + "}"
    }

    /// The value, or NULL for nil.
    package static func of(_ number: Int64?) -> SQLValue { number.map { .integer($0) } ?? .null(20) }
    /// The value, or NULL for nil.
    package static func of(_ number: Double?) -> SQLValue {
        number.flatMap { $0.isFinite ? .real($0) : nil } ?? .null(701)
    }
    /// The value, or NULL for nil.
    package static func of(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null(25) }
    /// The value, or NULL for nil.
    package static func of(_ bytes: [UInt8]?) -> SQLValue { bytes.map { .bytes($0) } ?? .null(17) }
}

extension String {
    /// PostgreSQL's texts cannot contain U+0000, and SQLite's end at the first one.
    package var withoutNUL: String {
        utf8.contains(0) ? String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })) : self
    }
}

/// A path in the bytes of the file system, which need not be UTF-8.
struct BytePath: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(_ text: String) { bytes = Array(text.utf8) }
    init(stringLiteral text: String) { self.init(text) }

    /// U+FFFD for what is not UTF-8.
    var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the text says the path exactly.
    var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

    var name: BytePath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
        return BytePath(Array(bytes[(slash + 1)...]))
    }

    /// The part before the last slash; empty when there is none.
    var folder: BytePath { BytePath(Array(bytes.prefix(upTo: bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0))) }

    static func / (folder: BytePath, name: BytePath) -> BytePath {
        BytePath(folder.bytes + [UInt8(ascii: "/")] + name.bytes)
    }
}

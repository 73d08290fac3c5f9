internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

// C → Swift: names that a backend gave and that the host, or a program that uses it, makes files of. A plugin may be anybody's: nothing
// that it says leads out of a folder.

extension String {
    /// Whether it can be a local identifier (R8.4): 1 to 64 letters and digits of ASCII, "-" and "_".
    var isLocalIdentifier: Bool {
        var text = self
        return text.withUTF8 { (1...64).contains($0.count) && UnsafeRawBufferPointer($0).areAll(Self.isOfIdentifier) }
    }

    private static func isOfIdentifier(_ byte: UInt8) -> Bool {
        // Lower and upper case differ in one bit.
        let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
        let isDigit = byte &- UInt8(ascii: "0") < 10
        return isLetter || isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}

extension UnsafeRawBufferPointer {
    /// Whether all bytes are of that kind. All are looked at, many at once: names are short, and to end at the first that is not would cost
    /// more, a byte at a time.
    @inline(__always)
    fileprivate func areAll(_ isOfKind: (UInt8) -> Bool) -> Bool {
        var others: UInt8 = 0
        for byte in self { others |= isOfKind(byte) ? 0 : 1 }
        return others == 0
    }
}

extension picker_string {
    /// The name of a file, with "_" in the place of what cannot be in one; empty when absent.
    var filename: String {
        let text = lenient
        if text == "." || text == ".." { return "_" }
        guard let bytes, !bytes.areAll({ !Self.isForbidden($0) }) else { return text }
        return String(decoding: text.utf8.map { Self.isForbidden($0) ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
    }

    /// The bytes of a text of ASCII alone, as most paths are: no string needs to be made of it. Nil for any other.
    fileprivate var ascii: [UInt8]? {
        guard let bytes, bytes.areAll({ $0 < 0x80 }) else { return nil }
        return Array(bytes)
    }

    /// Nil when the text is absent or of a length that cannot be.
    private var bytes: UnsafeRawBufferPointer? {
        guard let data, length <= longestText else { return nil }
        return UnsafeRawBufferPointer(start: data, count: Int(clamping: length))
    }

    private static func isForbidden(_ byte: UInt8) -> Bool { byte == 0 || byte == UInt8(ascii: "/") }
}

extension AssetPath {
    /// The bytes of the file system where they are given, else those of the text; without what leads out of the library.
    init(text: picker_string, bytes: picker_bytes) {
        let given = bytes.array ?? text.ascii ?? Array(text.lenient.utf8)
        self.init(bytes: Self.staysInside(given) ? given : Self.inside(given))
    }

    /// Whether it is relative, and has neither NUL nor "..".
    private static func staysInside(_ path: [UInt8]) -> Bool {
        let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
        guard path.first != slash else { return false }
        if path.withUnsafeBytes({ $0.areAll { $0 != 0 } && !hasTwoDots($0) }) { return true }
        var start = 0
        for (index, byte) in path.enumerated() where byte == slash || byte == 0 {
            if byte == 0 || path[start..<index].elementsEqual([dot, dot]) { return false }
            start = index + 1
        }
        return !path[start...].elementsEqual([dot, dot])
    }

    /// Whether there are two dots, one after the other, anywhere.
    private static func hasTwoDots(_ path: UnsafeRawBufferPointer) -> Bool {
        let dot = UInt8(ascii: ".")
        var found: UInt8 = 0
        for index in path.indices.dropFirst() { found |= path[index] == dot && path[index - 1] == dot ? 1 : 0 }
        return found != 0
    }

    private static func inside(_ path: [UInt8]) -> [UInt8] {
        let parts = path.filter { $0 != 0 }.split(separator: UInt8(ascii: "/"))
        return Array(parts.filter { !$0.elementsEqual("..".utf8) }.joined(separator: [UInt8(ascii: "/")]))
    }
}

internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

// C → Swift: names that a backend gave and that the host, or a program that uses it, makes files of. A plugin may be anybody's: nothing
// that it says leads out of a folder.

extension String {
    /// Whether it can be a local identifier (R8.4): 1 to 64 letters and digits of ASCII, "-" and "_".
    var isLocalIdentifier: Bool {
        (1...64).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

extension picker_string {
    /// The name of a file, with "_" in the place of what cannot be in one; empty when absent.
    var filename: String {
        let text = lenient
        if [".", ".."].contains(text) { return "_" }
        guard text.utf8.contains(where: Self.isForbidden) else { return text }
        return String(decoding: text.utf8.map { Self.isForbidden($0) ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
    }

    /// The bytes of a text of ASCII alone, as most paths are: no string needs to be made of it. Nil for any other.
    fileprivate var ascii: [UInt8]? {
        guard let data, length <= longestText else { return nil }
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(clamping: length))
        return bytes.allSatisfy { $0 < 0x80 } ? Array(bytes) : nil
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
        var start = 0
        for (index, byte) in path.enumerated() where byte == slash || byte == 0 {
            if byte == 0 || path[start..<index].elementsEqual([dot, dot]) { return false }
            start = index + 1
        }
        return !path[start...].elementsEqual([dot, dot])
    }

    private static func inside(_ path: [UInt8]) -> [UInt8] {
        let parts = path.filter { $0 != 0 }.split(separator: UInt8(ascii: "/"))
        return Array(parts.filter { !$0.elementsEqual("..".utf8) }.joined(separator: [UInt8(ascii: "/")]))
    }
}

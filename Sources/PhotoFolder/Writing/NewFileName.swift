/// The name of a file that is added: the wanted one, or the same with a number if that is taken.
struct NewFileName {
    /// The longest name that Linux allows, in bytes.
    private static let limit = 255
    /// The longest suffix, in bytes. Longer ones are shortened, since there must be room for a number before it.
    private static let suffixLimit = 64

    private let stem: String
    /// The extension with its dot, and Pixel's mark before it: `.RAW-01.COVER.jpg`.
    private let suffix: String

    /// - Throws: `unusableName` if it cannot be the name of a file, or if a library would not show the file.
    init(_ wanted: String) throws(WritingError) {
        let bytes = Array(wanted.utf8)
        if let reason = Self.objection(to: bytes) { throw .unusableName(wanted, reason: reason) }
        let length = GroupKey.stemLength(of: bytes)
        stem = String(decoding: bytes[..<length], as: UTF8.self)
        suffix = Self.shortened(String(decoding: bytes[length...], as: UTF8.self), to: Self.suffixLimit)
    }

    /// The wanted name for 1, otherwise `STEM (2).EXT` and so on. A stem that is too long is shortened by whole
    /// characters.
    func numbered(_ number: Int) -> [UInt8] {
        let end = (number == 1 ? "" : " (\(number))") + suffix
        return Array((Self.shortened(stem, to: Self.limit - end.utf8.count) + end).utf8)
    }

    /// The beginning of every name that `numbered` returns, apart from case.
    var commonStart: [UInt8] { Array(stem.utf8.prefix(4)) }

    /// The first byte of the key of the wanted name. A name with the key of a numbered one has this first byte, or begins
    /// with `commonStart`.
    var keyStart: UInt8? { GroupKey.of(numbered(1)).first }

    private static func shortened(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        // A character has at least one byte.
        var short = String(text.prefix(limit))
        while short.utf8.count > limit { short.unicodeScalars.removeLast() }
        // Do not split a character, unless it is the only one.
        let whole = text.prefix(short.count)
        return String(whole.utf8.count <= limit || short.count == 1 ? short[...] : short.dropLast())
    }

    /// Why it cannot be the name of a file in a library; nil if it can.
    private static func objection(to name: [UInt8]) -> String? {
        if name.isEmpty { return "is empty" }
        if name.contains(UInt8(ascii: "/")) { return "names a folder, not just a file" }
        if name.contains(0) { return "holds a NUL byte" }
        if HiddenNames.contains(name) { return "is a name that libraries hide" }
        let isSidecar = name.withUnsafeBufferPointer { GroupKey.isSidecar($0) }
        return isSidecar ? "is the name of a file beside a photo, not of a photo" : nil
    }
}

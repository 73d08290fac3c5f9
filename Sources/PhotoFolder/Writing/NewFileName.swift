/// A name for a file that is added: the wanted one, or that with a number where it is taken.
struct NewFileName {
    /// As many bytes as Linux allows.
    private static let limit = 255
    /// What is longer after the last dot is shortened: a number must find room before it.
    private static let suffixLimit = 64

    private let stem: String
    /// The extension with its dot, and Pixel's mark before it: `.RAW-01.COVER.jpg`.
    private let suffix: String

    /// - Throws: `unusableName` for what is no name of a file, or of one that a library does not show.
    init(_ wanted: String) throws(WritingError) {
        let bytes = Array(wanted.utf8)
        if let reason = Self.objection(to: bytes) { throw .unusableName(wanted, reason: reason) }
        let length = GroupKey.stemLength(of: bytes)
        stem = String(decoding: bytes[..<length], as: UTF8.self)
        suffix = Self.shortened(String(decoding: bytes[length...], as: UTF8.self), to: Self.suffixLimit)
    }

    /// The name as wanted for 1, else `STEM (2).EXT` and so on. A stem that is too long is shortened, whole characters
    /// at a time.
    func numbered(_ number: Int) -> [UInt8] {
        let end = (number == 1 ? "" : " (\(number))") + suffix
        return Array((Self.shortened(stem, to: Self.limit - end.utf8.count) + end).utf8)
    }

    /// What every name that `numbered` gives begins with, but for the case of letters.
    var commonStart: [UInt8] { Array(stem.utf8.prefix(4)) }

    private static func shortened(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        // A character has at least one byte.
        var short = String(text.prefix(limit))
        while short.utf8.count > limit { short.unicodeScalars.removeLast() }
        // Not in the middle of a character, unless there is no other.
        let whole = text.prefix(short.count)
        return String(whole.utf8.count <= limit || short.count == 1 ? short[...] : short.dropLast())
    }

    /// Why it cannot be the name of a file in a library; nil when it can.
    private static func objection(to name: [UInt8]) -> String? {
        if name.isEmpty { return "is empty" }
        if name.contains(UInt8(ascii: "/")) { return "names a folder, not just a file" }
        if name.contains(0) { return "holds a NUL byte" }
        if HiddenNames.contains(name) { return "is a name that libraries hide" }
        let isSidecar = name.withUnsafeBufferPointer { GroupKey.isSidecar($0) }
        return isSidecar ? "is the name of a file beside a photo, not of a photo" : nil
    }
}

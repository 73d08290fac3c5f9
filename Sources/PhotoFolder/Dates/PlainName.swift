internal import PhotoModel

/// Normalizes a file name, which can be spelled in several ways: non-breaking spaces become spaces, typographic
/// apostrophes become plain ones, and a letter with a combining accent, as macOS stores it, becomes one character.
/// Names in ASCII are left as they are.
enum PlainName {
    static func of(_ name: some Collection<UInt8>) -> [UInt8] {
        guard name.contains(where: { $0 >= 0x80 }) else { return Array(name) }
        var plain: [UInt8] = []
        var rest = Array(name)[...]
        while let byte = rest.first {
            if let (written, meant) = spellings.first(where: { rest.starts(with: $0.written) }) {
                plain += meant
                rest = rest.dropFirst(written.count)
            } else {
                plain.append(byte)
                rest = rest.dropFirst()
            }
        }
        return plain
    }

    private static let spellings: [(written: [UInt8], meant: [UInt8])] = [
        ("\u{A0}", " "), ("\u{2009}", " "), ("\u{202F}", " "), ("\u{2019}", "'"), ("a\u{300}", "à"), ("a\u{303}", "ã"),
        ("a\u{308}", "ä"), ("e\u{301}", "é"), ("E\u{301}", "É"),
    ].map { (Array($0.utf8), Array($1.utf8)) }
}

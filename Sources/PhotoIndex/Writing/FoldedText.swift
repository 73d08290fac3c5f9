internal import Foundation

/// Text in which letters are alike that differ in nothing but their case: what the canonical caseless matching of Unicode
/// compares (definition D145), in composed characters. As bytes of UTF-8, so that a part of it is found byte by byte.
enum FoldedText {
    /// Is in no text, so that nothing is found across the end of one.
    private static let end: UInt8 = 0xFF

    /// Texts one after the other.
    static func of(_ texts: [String]) -> Data {
        texts.reduce(into: Data()) { all, text in
            if text.isEmpty { return }
            all.append(piece(text))
            all.append(end)
        }
    }

    /// What is searched for in them.
    static func piece(_ text: String) -> Data { Data(folded(text).utf8) }

    private static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var folded = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            // By way of capitals, small letters of one capital become one: ς and σ, ß and ss.
            for capital in scalar.properties.uppercaseMapping.unicodeScalars {
                folded.append(contentsOf: capital.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(folded).precomposedStringWithCanonicalMapping
    }
}

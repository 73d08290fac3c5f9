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

    /// The bytes of all texts but the first, of what `of` made.
    static func withoutFirst(_ texts: Data) -> [UInt8] { Array(texts.drop { $0 != end }.dropFirst()) }

    /// What is searched for in them.
    static func piece(_ text: String) -> Data { Data(folded(text).utf8) }

    /// A text for the search by words, or what is typed to find it: of letters that are alike, those that the tokenizer has one
    /// form of. It knows neither that `Straße` is `STRASSE`, nor that a letter may be written as two characters: names from
    /// Macs are, in Japanese and Korean. What is ASCII stays as it is.
    static func words(_ text: String) -> String { isPlain(text) ? text : folded(text) }

    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    private static func folded(_ text: String) -> String {
        if isPlain(text) { return text.lowercased() }
        // By way of capitals, small letters of one capital become one: ς and σ, ß and ss. The capital ẞ is none of those.
        var folded = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            for small in scalar.properties.lowercaseMapping.unicodeScalars {
                for capital in small.properties.uppercaseMapping.unicodeScalars {
                    folded.append(contentsOf: capital.properties.lowercaseMapping.unicodeScalars)
                }
            }
        }
        return String(folded).precomposedStringWithCanonicalMapping
    }
}

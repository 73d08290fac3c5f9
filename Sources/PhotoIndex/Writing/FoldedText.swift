internal import Foundation

/// Text without differences of case: what the canonical caseless matching of Unicode compares (definition D145), in
/// composed characters. It is UTF-8, so that a part of it can be searched for by bytes.
enum FoldedText {
    /// A byte that no text contains, so that nothing is found across the end of one.
    private static let end: UInt8 = 0xFF

    /// Folds texts and puts them one after the other.
    static func of(_ texts: [String]) -> Data {
        texts.reduce(into: Data()) { all, text in
            if text.isEmpty { return }
            all.append(piece(text))
            all.append(end)
        }
    }

    /// The bytes of all texts but the first, from what `of` made.
    static func withoutFirst(_ texts: Data) -> [UInt8] { Array(texts.drop { $0 != end }.dropFirst()) }

    /// The bytes to search for in folded texts.
    static func piece(_ text: String) -> Data { Data(folded(text).utf8) }

    /// Folds a text for the search by words, or what was typed to find it, so that the tokenizer sees letters that are
    /// alike as equal. The tokenizer itself knows neither that `Straße` is `STRASSE`, nor that a letter may be written
    /// as two characters, as it is in Japanese and Korean names from Macs. ASCII is left as it is.
    static func words(_ text: String) -> String { isPlain(text) ? text : folded(text) }

    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    private static func folded(_ text: String) -> String {
        if isPlain(text) { return text.lowercased() }
        // Convert to capitals first, which unites small letters that have the same capital: ς and σ, ß and ss. The
        // capital ẞ is not covered by that.
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

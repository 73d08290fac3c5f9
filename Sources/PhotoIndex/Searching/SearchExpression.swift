internal import PhotoModel

/// Turns what the user typed into a valid FTS5 expression, whatever it is.
///
/// Each piece between spaces becomes a quoted phrase whose last word may be the beginning of a word: `IMG_12` finds
/// `IMG_1234.JPG`, `2019-07` finds what was created in that month, and so does `2019年7月`. All pieces must match.
/// Operators of FTS5 are treated like any other word.
struct SearchExpression {
    /// The most pieces that are searched for, which is more than people type; the rest is left out.
    private static let limit = 16

    /// Nil if nothing was typed that can be searched for, as with spaces, punctuation or emoji.
    let text: String?

    init(_ typed: String) {
        let pieces = FoldedText.words(typed).unicodeScalars.split(whereSeparator: { $0.properties.isWhitespace })
        let phrases = pieces.lazy.compactMap(Self.phrase).prefix(Self.limit)
        text = phrases.isEmpty ? nil : phrases.joined(separator: " AND ")
    }

    private static func phrase(_ piece: Substring.UnicodeScalarView) -> String? {
        let words = piece.split(whereSeparator: { !isPartOfWord($0) }).map(String.init)
        // Diacritics are ignored, so a piece of nothing but diacritics leaves no word.
        guard words.contains(where: { $0.unicodeScalars.contains(where: isLetterOrDigit) }) else { return nil }
        let typed = Self.quoted(words)
        // An album may have this name, so the text is searched for as it was typed, too.
        return ChineseDate.words(piece).map { "(\(typed) OR \(Self.quoted($0)))" } ?? typed
    }

    private static func quoted(_ words: [String]) -> String { "\"\(words.joined(separator: " "))\" *" }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: isLetterOrDigit(scalar)
        }
    }

    /// Whether the tokenizer unicode61 regards a character as part of a word.
    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}

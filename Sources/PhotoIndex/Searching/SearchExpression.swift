internal import PhotoModel

/// What the user typed, as an expression that FTS5 understands, whatever was typed.
///
/// Each piece between spaces becomes a phrase in quotes whose last word is a beginning: `IMG_12` finds `IMG_1234.JPG`,
/// `2019-07` finds what was made in that month, and so does `2019年7月`. All pieces must be found. Operators of FTS5 are
/// words like any other.
struct SearchExpression {
    /// More pieces than people type; the rest is left out.
    private static let limit = 16

    /// Nil when nothing was typed that could be found: spaces, punctuation, emoji.
    let text: String?

    init(_ typed: String) {
        let pieces = FoldedText.words(typed).unicodeScalars.split(whereSeparator: { $0.properties.isWhitespace })
        let phrases = pieces.lazy.compactMap(Self.phrase).prefix(Self.limit)
        text = phrases.isEmpty ? nil : phrases.joined(separator: " AND ")
    }

    private static func phrase(_ piece: Substring.UnicodeScalarView) -> String? {
        let words = piece.split(whereSeparator: { !isPartOfWord($0) }).map(String.init)
        // Of nothing but diacritics, which are ignored, no word is left.
        guard words.contains(where: { $0.unicodeScalars.contains(where: isLetterOrDigit) }) else { return nil }
        let typed = Self.quoted(words)
        // An album may have that name, so what was typed is looked for as well.
        return ChineseDate.words(piece).map { "(\(typed) OR \(Self.quoted($0)))" } ?? typed
    }

    private static func quoted(_ words: [String]) -> String { "\"\(words.joined(separator: " "))\" *" }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: isLetterOrDigit(scalar)
        }
    }

    /// What the tokenizer unicode61 takes for a part of a word.
    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}

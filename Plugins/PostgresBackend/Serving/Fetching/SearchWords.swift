internal import PhotoModel

/// What texts are found by: runs of letters and digits, and pairs of those that are side by side.
package enum SearchWords {
    /// Behind one that is looked for as it is, and not as a beginning; no word has it.
    static let wholeMark = "="
    /// More than people type.
    private static let mostTyped = 32

    /// The words of a text, and the numbers inside of them, which people type without the letters and zeros before them:
    /// `DSC01234.JPG` is found by "dsc01234", "01234" and "1234". By pairs, as "2019 07" and "07 14" of `2019-07-14`, what is typed
    /// without a space is found as it stands there.
    ///
    /// - Parameter texts: words of two of them are not side by side.
    package static func all(in texts: [String]) -> [String] {
        let all = texts.map { words(in: $0.unicodeScalars[...]) }
        return all.flatMap { $0.flatMap(withNumbers) } + all.flatMap(pairs)
    }

    /// What is looked for when that is typed: each as a beginning, but those that end with `wholeMark`.
    package static func typed(_ text: String) -> [String] {
        let pieces = text.unicodeScalars.split(whereSeparator: { $0.properties.isWhitespace })
        let found = pieces.flatMap { piece -> [String] in
            let words = ChineseDate.words(piece) ?? words(in: piece)
            let pairs = pairs(words)
            return pairs.isEmpty ? words : pairs.dropLast().map { $0 + wholeMark } + pairs.suffix(1)
        }
        return Array(found.prefix(mostTyped))
    }

    private static func withNumbers(_ word: String) -> [String] {
        var all = [word]
        for run in word.split(whereSeparator: { !("0"..."9").contains($0) }) {
            if run.count < word.count { all.append(String(run)) }
            let number = run.drop { $0 == "0" }
            if !number.isEmpty, number.count < run.count { all.append(String(number)) }
        }
        return all
    }

    private static func pairs(_ words: [String]) -> [String] { zip(words, words.dropFirst()).map { "\($0) \($1)" } }

    /// What words may take, once each: `tsvector` holds a MiB, and an index has those of titles twice (see `TimedWords`). Decomposing
    /// makes at most 11 bytes of one, and a word is cut at 100 characters; 16 are for the span and its length.
    private static let mostBytes = 340_000

    /// The first of some words that a row can have, each once: a text of many pages is found by its beginning.
    package static func fitting(_ words: [String]) -> [String] {
        var (seen, taken) = (Set<String>(), 0)
        return words.filter { word in
            guard taken < mostBytes, seen.insert(word).inserted else { return false }
            taken += min(400, word.utf8.count * 11) + 16
            return taken < mostBytes
        }
    }

    private static func words(in text: Substring.UnicodeScalarView) -> [String] {
        text.split(whereSeparator: { !isPartOfWord($0) }).map { String($0) }.filter { word in
            // Of nothing but marks no word is left.
            word.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}

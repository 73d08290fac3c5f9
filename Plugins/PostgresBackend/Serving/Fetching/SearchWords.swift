/// What texts are found by: runs of letters and digits.
package enum SearchWords {
    /// The words of a text, and the numbers inside of them, which people type without the letters and zeros before them:
    /// `DSC01234.JPG` is found by "dsc01234", "01234" and "1234".
    package static func all(in text: String) -> [String] {
        words(in: text).flatMap { word -> [String] in
            var all = [word]
            for run in word.split(whereSeparator: { !("0"..."9").contains($0) }) {
                if run.count < word.count { all.append(String(run)) }
                let number = run.drop { $0 == "0" }
                if !number.isEmpty, number.count < run.count { all.append(String(number)) }
            }
            return all
        }
    }

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

    /// The words of a text.
    package static func words(in text: String) -> [String] {
        text.unicodeScalars.split(whereSeparator: { !isPartOfWord($0) }).map { String($0) }.filter { word in
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

internal import PhotoModel

/// The words by which texts are found: runs of letters and digits, and pairs of adjacent ones.
package enum SearchWords {
    /// Follows a word that must match completely; other words match as prefixes. No word contains it.
    static let wholeMark = "="
    /// The most words of a search, which is more than people type.
    private static let mostTyped = 32

    /// The words of texts, with the numbers inside them and the pairs of adjacent words.
    ///
    /// People type numbers without the letters and zeros before them: `DSC01234.JPG` is found by "dsc01234", "01234" and "1234". Pairs such
    /// as "2019 07" and "07 14" of `2019-07-14` are for what is typed without a space, whose words must be adjacent.
    ///
    /// - Parameter texts: words of different texts are not adjacent.
    package static func all(in texts: [String]) -> [String] {
        let all = texts.map { words(in: $0.unicodeScalars[...]) }
        return all.flatMap { $0.flatMap(withNumbers) } + all.flatMap(pairs)
    }

    /// The words to search for when a text was typed. Each is a prefix, unless it ends with `wholeMark`.
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

    /// The most bytes of the words of a row, each counted once: a `tsvector` holds 1 MiB, and the index has the words of titles twice (see
    /// `TimedWords`). Decomposing makes at most 11 bytes of each byte, a word is cut at 100 characters, and 16 bytes are for the span and
    /// the length.
    private static let mostBytes = 340_000

    /// The first words that fit into a row, each once. A text of many pages is found only by the words of its beginning.
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
            // Nothing would be left of a word of combining marks alone, since they are removed.
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

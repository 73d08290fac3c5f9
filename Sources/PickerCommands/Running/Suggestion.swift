/// Suggests the word that was probably meant in place of an unknown one.
package enum Suggestion {
    /// The nearest of the known words; nil if none is near: one letter in three, or a single one, may be different, missing or
    /// added.
    static func nearest(_ word: String, among known: [String]) -> String? {
        let letters = Array(word.lowercased())
        let limit = Swift.max(1, letters.count / 3)
        let distances = known.compactMap { text -> (text: String, distance: Int)? in
            let other = Array(text.lowercased())
            // The distance is at least the difference of the lengths. This excludes most of the titles of a large library.
            guard abs(other.count - letters.count) <= limit else { return nil }
            return (text, distance(letters, other))
        }
        guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= limit else { return nil }
        return best.text
    }

    /// `; did you mean "WORD"?`, or nothing.
    package static func question(_ word: String, among known: [String]) -> String {
        nearest(word, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// How many letters must be replaced, removed or inserted (the Levenshtein distance, computed row by row).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}

/// The words by which a file name is found: its own, and the numbers in it, which users type without the letters and
/// zeros before them. `DSC01234.JPG` is found by "DSC01234", "01234" and "1234".
enum FilenameWords {
    static func text(_ filename: String) -> String {
        var words: [Substring] = [filename[...]]
        for run in filename.split(whereSeparator: { !isDigit($0) }) {
            if isPartOfWord(run, of: filename) { words.append(run) }
            let number = run.drop { $0 == "0" }
            if !number.isEmpty, number.count < run.count { words.append(number) }
        }
        return words.joined(separator: " ")
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    /// Whether there are letters before it, so that the tokenizer does not see it as a word of its own.
    private static func isPartOfWord(_ run: Substring, of filename: String) -> Bool {
        filename[..<run.startIndex].last?.isLetter ?? false
    }
}

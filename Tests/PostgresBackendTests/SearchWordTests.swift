import PostgresServing
import Testing

@Suite("The words by which texts are found")
struct SearchWordTests {
    @Test("Numbers are found without the letters and zeros before them, and words beside each other as pairs")
    func all() {
        #expect(
            SearchWords.all(in: ["DSC01234.JPG"]) == ["DSC01234", "01234", "1234", "JPG", "DSC01234 JPG"])
        #expect(SearchWords.all(in: ["2019-07-14"]) == ["2019", "07", "7", "14", "2019 07", "07 14"])
        #expect(
            SearchWords.all(in: ["sea", "sand"]) == ["sea", "sand"], "of two texts, they are not beside each other")
        #expect(SearchWords.all(in: ["\u{301}", " -- ", ""]).isEmpty)
    }

    @Test("What is typed without a space must be beside each other, and only its last word may go on")
    func typed() {
        #expect(SearchWords.typed("2019-07 sea") == ["2019 07", "sea"])
        #expect(SearchWords.typed("2019-07-14") == ["2019 07=", "07 14"])
        #expect(SearchWords.typed("2013年12月17日") == ["2013 12=", "12 17"])
        #expect(SearchWords.typed(" \t") == [])
    }

    @Test("No more words are searched for than people type")
    func mostTyped() {
        let words = (0..<40).map { "w\($0)" }
        #expect(SearchWords.typed(words.joined(separator: " ")) == Array(words.prefix(32)))
    }

    @Test("Words fit into a row: each once, and the first ones of a text of many pages")
    func fitting() {
        #expect(SearchWords.fitting(["a", "b", "a"]) == ["a", "b"])
        let long = (0..<1000).map { String(repeating: "x", count: 100) + "\($0)" }
        let kept = SearchWords.fitting(long)
        // 416 bytes each, of 340,000.
        #expect(kept.count == 817 && kept == Array(long.prefix(817)))
    }
}

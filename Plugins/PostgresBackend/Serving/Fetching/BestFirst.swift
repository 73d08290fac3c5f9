internal import BackendKit
internal import PhotoModel
internal import PostgresClient

/// What a search finds, the best first: what has all words in titles and keywords, then the rest, both the newest first.
struct BestFirst {
    /// Results that are kept.
    private static let mostKept: Int64 = 10_000
    /// Of the tables; see `TimedWords`.
    private static let millisecondsOfSpan: Int64 = 1_296_000_000

    let library: PostgresLibrary
    let change: Int64
    let words: [String]
    /// Besides those of the words.
    let terms: [SQL]
    /// Whether these terms choose few assets by themselves, which are better read at once than span by span.
    let areTermsNarrow: Bool
    /// No asset that meets the terms was made earlier.
    let from: Timestamp?
    /// No asset that meets the terms was made then or later.
    let before: Timestamp?
    let call: BackendCall

    /// Of the table's primary key, in order.
    func numbers(limit: Int?) throws(PhotoError) -> [Int64] {
        let limit = min(Self.mostKept, Int64(limit ?? .max))
        return try areTermsNarrow ? atOnce(limit) : bySpans(limit)
    }

    private var isBest: SQL { SQL("(a.best_words @@ picker.query(?))", .texts(words)) }

    private func atOnce(_ limit: Int64) throws(PhotoError) -> [Int64] {
        var query = SQL("SELECT a.\"row\" FROM picker.asset a WHERE ")
        query += (terms + [SQL("a.words @@ picker.query(?)", .texts(words))]).joined(" AND ")
        query += SQL(" ORDER BY ") + isBest + SQL(" DESC, a.created DESC, a.identifier LIMIT ?", .integer(limit))
        return try run(query)
    }

    /// All spans of titles and keywords, and then all of all words, until there are enough: the server takes them one by one, since
    /// each is after all others in the order that is asked for, and gives what it found in one before it reads the next. Unnesting
    /// comes after ordering, which ORDINALITY spares it. OFFSET keeps it from reading a span by anything but its words. What is asked of
    /// each span is made once, with a character in the place of its number that no word has: words are folded slowly.
    private func bySpans(_ limit: Int64) throws(PhotoError) -> [Int64] {
        let first = from.map { $0.milliseconds / Self.millisecondsOfSpan } ?? .min
        let last = before.map { $0.milliseconds / Self.millisecondsOfSpan } ?? .max
        let spans = try library.spans(at: change, call.cancellation).filter { first <= $0 && $0 <= last }.map(
            String.init)
        var query = SQL(
            """
            SELECT unnest(ARRAY(
                SELECT a."row" FROM (
                    SELECT * FROM picker.asset
                    WHERE picker.timed_words(created, best_words, words)
                        @@ replace((SELECT picker.timed_query(chr(1), ?)::text), chr(1), given.span)::tsquery OFFSET 0
                ) a WHERE
            """, .texts(words))
        query += SQL(" ") + terms.joined(" AND ")
        query += SQL(" AND (given.place <= ? OR ", .integer(Int64(spans.count))) + isBest + SQL(" IS NOT TRUE)")
        query += SQL(
            """
             ORDER BY a.created DESC, a.identifier LIMIT ?
            )) FROM unnest(?::text[]) WITH ORDINALITY AS given (span, place) ORDER BY given.place LIMIT ?
            """, .integer(limit), .texts(spans.map { "b" + $0 } + spans), .integer(limit))
        return try run(query)
    }

    private func run(_ query: SQL) throws(PhotoError) -> [Int64] {
        try library.run(query, call.cancellation).rows.compactMap { $0.integer(0) }
    }
}

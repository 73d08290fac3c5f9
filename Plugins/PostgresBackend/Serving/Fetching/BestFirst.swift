internal import BackendKit
internal import PhotoModel
internal import PostgresClient

/// The ranked results of a search: first the assets that have all words in titles and keywords, then the others; newest first in both.
struct BestFirst {
    /// The most results.
    private static let mostKept: Int64 = 10_000
    /// The length of a span; see `TimedWords`.
    private static let millisecondsOfSpan: Int64 = 1_296_000_000

    let library: PostgresLibrary
    let point: HistoryPoint
    let words: [String]
    /// The conditions besides the words.
    let terms: [SQL]
    /// Whether few assets meet these conditions, so that reading all at once is faster than reading span by span.
    let areTermsNarrow: Bool
    /// No asset that meets the conditions was created earlier.
    let from: Timestamp?
    /// No asset that meets the conditions was created at this time or later.
    let before: Timestamp?
    let call: BackendCall

    /// The primary keys of the rows, in order.
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

    /// Searches all spans of titles and keywords, then all spans of all words, until there are enough results.
    ///
    /// The server reads the spans one after the other, and returns the results of one before it reads the next: WITH ORDINALITY gives the
    /// order without a sort, and unnesting comes after it. OFFSET 0 keeps the server from using any index but that of words for a span.
    /// Folding words is slow, so the query for a span is made once, with a character that no word has in the place of the span's number.
    private func bySpans(_ limit: Int64) throws(PhotoError) -> [Int64] {
        let first = from.map { $0.milliseconds / Self.millisecondsOfSpan } ?? .min
        let last = before.map { $0.milliseconds / Self.millisecondsOfSpan } ?? .max
        let spans = try library.spans(at: point, call.cancellation).filter { first <= $0 && $0 <= last }.map(
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

internal import BackendKit
internal import PhotoModel
internal import PostgresClient

/// What a search finds, the best first: what has all words in titles and keywords, then the rest, both the newest first.
struct BestFirst {
    /// Results that are kept.
    private static let mostKept: Int64 = 10_000
    /// Of the tables; see `TimedWords`.
    private static let millisecondsOfSpan: Int64 = 2_592_000_000

    let library: PostgresLibrary
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
        if areTermsNarrow { return try atOnce(limit) }
        var found = try newest("b", [], limit)
        let left = limit - Int64(found.count)
        if left > 0 { found += try newest("", [SQL("(") + isBest + SQL(") IS NOT TRUE")], left) }
        return found
    }

    private var isBest: SQL { SQL("a.best_words @@ picker.query(?)", .texts(words)) }

    private func atOnce(_ limit: Int64) throws(PhotoError) -> [Int64] {
        var query = SQL("SELECT a.\"row\" FROM picker.asset a WHERE ")
        query += (terms + [SQL("a.words @@ picker.query(?)", .texts(words))]).joined(" AND ")
        query += SQL(" ORDER BY (") + isBest + SQL(") DESC, a.created DESC, a.identifier LIMIT ?", .integer(limit))
        return try run(query)
    }

    /// From the newest span on, until there are enough: the server takes the spans one by one, since each is after all others in
    /// the order that is asked for, and gives what it found in one before it reads the next: unnesting comes after ordering, which
    /// ORDINALITY spares it. OFFSET keeps it from reading a span by anything but its words.
    ///
    /// - Parameter letter: before the number of a span, as in `TimedWords`.
    private func newest(_ letter: String, _ conditions: [SQL], _ limit: Int64) throws(PhotoError) -> [Int64] {
        var query = SQL(
            """
            SELECT unnest(ARRAY(
                SELECT a."row" FROM (
                    SELECT * FROM picker.asset
                    WHERE picker.timed_words(created, best_words, words) @@ picker.timed_query(? || given.span, ?) OFFSET 0
                ) a WHERE
            """, .text(letter), .texts(words))
        query += SQL(" ") + (terms + conditions).joined(" AND ")
        query += SQL(" ORDER BY a.created DESC, a.identifier LIMIT ?", .integer(limit))
        query += SQL(
            """
            )) FROM unnest(ARRAY(
                SELECT span FROM picker.spans() span WHERE span BETWEEN ?::bigint AND ?::bigint ORDER BY span DESC
            )) WITH ORDINALITY AS given (span, place) ORDER BY given.place LIMIT ?
            """, .integer(firstSpan), .integer(lastSpan), .integer(limit))
        return try run(query)
    }

    private var firstSpan: Int64 { from.map { $0.milliseconds / Self.millisecondsOfSpan } ?? .min }
    private var lastSpan: Int64 { before.map { $0.milliseconds / Self.millisecondsOfSpan } ?? .max }

    private func run(_ query: SQL) throws(PhotoError) -> [Int64] {
        try library.run(query, call.cancellation).rows.compactMap { $0.integer(0) }
    }
}

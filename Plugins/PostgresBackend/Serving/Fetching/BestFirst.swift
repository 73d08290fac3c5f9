internal import BackendKit
internal import PhotoModel
internal import PostgresClient

/// What a search finds, the best first: what has all words in titles and keywords, then the rest, both the newest first.
///
/// An index gives all rows that have a word, in no order, and each must be read to be ordered. Of a word that a great part of a
/// large library has, the newest days alone have more than are kept: these are read instead.
struct BestFirst {
    /// Results that are kept.
    private static let mostKept: Int64 = 10_000
    /// Reading this many rows takes no time that anyone notices.
    private static let fewRows: Int64 = 50_000
    /// The newest days are read when reading all that the index gives would take longer by this factor at least: where they have
    /// too little, as of a word of one year, all is read after all.
    private static let leastGain: Int64 = 5

    let library: PostgresLibrary
    let words: [String]
    /// Besides those of the words.
    let terms: [SQL]
    let call: BackendCall

    private func has(_ column: SQL) -> SQL { column + SQL(" @@ picker.query(?)", .texts(words)) }

    /// The same, for which the server looks into no index of words: it takes each word for a rare one, since all are beginnings.
    private func hasByReading(_ column: SQL) -> SQL { SQL("(") + has(column) + SQL(") IS TRUE") }

    private static let all = SQL("a.words")
    private static let best = SQL("a.best_words")

    /// Of the table's primary key, in order.
    func numbers(limit: Int?) throws(PhotoError) -> [Int64] {
        let limit = min(Self.mostKept, Int64(limit ?? .max))
        guard let day = try dayWithEnough(.text("words"), limit) else {
            return try read([has(Self.all)], SQL("(") + has(Self.best) + SQL(") DESC, ") + Self.newestOfFew, limit)
        }
        // All that is in a title is in `words`, too.
        var found = try newest(Self.best, since: try dayWithEnough(.text("best_words"), limit), [], limit)
        let left = limit - Int64(found.count)
        if left > 0 {
            found += try newest(Self.all, since: day, [SQL("NOT (") + has(Self.best) + SQL(")")], left)
        }
        return found
    }

    /// - Parameter day: in days since 1970, the earliest that is read, unless what is found from it on is less than `limit`.
    private func newest(
        _ column: SQL, since day: Int64?, _ conditions: [SQL], _ limit: Int64
    ) throws(PhotoError) -> [Int64] {
        if let day {
            let from = SQL("a.created >= ?::bigint", .integer(day * 86_400_000))
            let found = try read(conditions + [hasByReading(column), from], SQL("a.created DESC"), limit)
            if found.count == limit { return found }
        }
        return try read(conditions + [has(column)], Self.newestOfFew, limit)
    }

    /// The order of time as the server's index does not have it: it would read all of a library in that order, waiting for a word
    /// that it takes for a frequent one.
    private static let newestOfFew = SQL("a.created + 0 DESC")

    private func read(_ conditions: [SQL], _ order: SQL, _ limit: Int64) throws(PhotoError) -> [Int64] {
        var query = SQL("SELECT a.\"row\" FROM picker.asset a WHERE ") + (terms + conditions).joined(" AND ")
        query += SQL(" ORDER BY ") + order + SQL(", a.identifier LIMIT ?", .integer(limit))
        return try library.run(query, call.cancellation).rows.compactMap { $0.integer(0) }
    }

    /// The day since which twice as many assets as are wanted should have the words; nil where all of them are better read at once.
    private func dayWithEnough(_ column: SQLValue, _ limit: Int64) throws(PhotoError) -> Int64? {
        guard let found = try expected(column), found > Self.fewRows else { return nil }
        let days = try library.run(
            SQL(
                """
                SELECT utc FROM (
                    SELECT utc, sum(sum(count)) OVER (ORDER BY utc DESC) AS newer, sum(sum(count)) OVER () AS of
                    FROM picker.day_count GROUP BY utc
                ) d WHERE newer * ?::bigint >= of * ?::bigint * 2 AND newer * ?::bigint <= ?::bigint AND
                utc BETWEEN -10000000000 AND 10000000000 ORDER BY utc DESC LIMIT 1
                """, .integer(found), .integer(limit), .integer(Self.leastGain), .integer(found)), call.cancellation)
        return days.first?.integer(0)
    }

    /// How many rows have the words, if these are all frequent and have nothing to do with each other: the server keeps the
    /// shares of frequent words (pg_stats), open to all that may read the table. Zero when one of them is not known.
    private func expected(_ column: SQLValue) throws(PhotoError) -> Int64? {
        let statement = SQL(
            """
            SELECT CASE WHEN reltuples > ?::bigint THEN reltuples * (
                SELECT CASE WHEN min(share) > 0 THEN exp(sum(ln(nullif(share, 0)))) ELSE 0 END FROM (
                    SELECT coalesce((
                        SELECT max(e.share) FROM pg_catalog.pg_stats s,
                        unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) AS e (lexeme, share)
                        WHERE s.schemaname = 'picker' AND s.tablename = 'asset' AND s.attname = ?
                        AND starts_with(e.lexeme, picker.word(word))
                    ), 0)::double precision AS share FROM unnest(?) word WHERE picker.word(word) <> ''
                ) words
            ) ELSE 0 END::bigint FROM pg_catalog.pg_class WHERE oid = 'picker.asset'::regclass
            """, .integer(Self.fewRows), column, .texts(words))
        return try library.run(statement, call.cancellation).first?.integer(0)
    }
}

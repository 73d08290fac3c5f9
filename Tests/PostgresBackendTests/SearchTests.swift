import BackendKit
import PhotoModel
import PostgresClient
import PostgresServing
import Testing

@Suite("A search of a library in PostgreSQL", .enabled(if: TestLibrary.server != nil), .timeLimit(.minutes(5)))
struct SearchTests {
    /// Assets that are found by "sea", the later the higher their number; one in a hundred has it in its title. The older nine tenths
    /// are found by "old", too.
    static func fill(_ connection: Connection, _ count: Int64, secondsBetween: Int64 = 1) throws {
        // No search reads counts, and keeping them in one statement takes minutes.
        _ = try connection.run(SQL("ALTER TABLE picker.asset DISABLE TRIGGER USER"))
        _ = try connection.run(SQL("INSERT INTO picker.body (keywords) VALUES ('{}')"))
        _ = try connection.run(
            SQL(
                """
                INSERT INTO picker.asset (identifier, since, body, content, facts, path, sort_name, content_type, media_type,
                subtypes, width, height, created, created_offset, created_source, modified, added, byte_size, content_tag,
                is_favorite, is_hidden, has_adjustments, file_count, rating, texts, words, best_words)
                SELECT 'a' || g, 1, (SELECT min(id) FROM picker.body), 'c', 'f', convert_to('p' || g, 'UTF8'),
                convert_to('n' || g, 'UTF8'), 'public.jpeg', 1, 0, 1, 1, g * 1000 * ?::bigint, 0, 1, 0, 0, 1, g, false, false, false, 1, 0, '{}',
                array_to_tsvector(ARRAY['sea', 'n' || g] || CASE WHEN g <= ?::bigint * 9 / 10 THEN ARRAY['old'] ELSE '{}' END),
                array_to_tsvector(CASE WHEN g % 100 = 0 THEN ARRAY['sea'] ELSE '{}' END)
                FROM generate_series(1, ?::bigint) g
                """, .integer(secondsBetween), .integer(count), .integer(count)))
        _ = try connection.run(SQL("UPDATE picker.library SET change = 1"))
    }

    @Test("is read in windows of any length, the best first and then the newest, and stays as it was")
    func windows() throws {
        let test = try TestLibrary()
        try Self.fill(test.connection, 2300)
        let fetch = try test.library.search("Sea", .all, options: FetchOptions(), call: BackendCall())
        let best = (1...2300).filter { $0 % 100 == 0 }.reversed()
        let expected = (best + (1...2300).filter { $0 % 100 != 0 }.reversed()).map { "a\($0)" }
        // What is there now is other than what was found.
        _ = try test.connection.run(
            SQL("UPDATE picker.asset SET until = 2 WHERE identifier IN ('a2299', 'a700', 'a1')"))
        _ = try test.connection.run(SQL("UPDATE picker.library SET change = 2"))
        #expect(try fetch.count(call: BackendCall()) == expected.count)
        for (offset, length) in [(0, 10), (0, 5000), (990, 20), (999, 1002), (2290, 100), (2300, 1), (9000, 3), (5, 0)]
        {
            #expect(
                try names(fetch, offset, length) == Array(expected.dropFirst(offset).prefix(length)),
                "\(offset), \(length)")
        }
        for place in [0, 22, 23, 1500, 2299] {
            #expect(try fetch.index(of: expected[place], call: BackendCall()) == place)
        }
        #expect(throws: PhotoError.self) { try fetch.index(of: "absent", call: BackendCall()) }
        let later = try test.library.search("sea", .all, options: FetchOptions(), call: BackendCall())
        #expect(try later.count(call: BackendCall()) == expected.count - 3)
        let one = try test.library.search("sea n17", .all, options: FetchOptions(), call: BackendCall())
        #expect(try one.count(call: BackendCall()) == 111)
        // No title has both words, so that the newest come first.
        #expect(try names(one, 0, 3) == ["a1799", "a1798", "a1797"])
        var few = FetchOptions()
        few.limit = 7
        let limited = try test.library.search("sea", .all, options: few, call: BackendCall())
        #expect(try names(limited, 0, 100).count == 7)
    }

    /// What a search of all of the library should find, read without any index.
    private func expected(_ test: TestLibrary, _ words: [String], _ limit: Int?, and more: SQL) throws -> [String] {
        try test.connection.run(
            SQL(
                """
                SELECT identifier FROM picker.asset
                WHERE (words @@ picker.query(?)) IS TRUE AND NOT is_hidden AND until = 9223372036854775807 AND
                """, .texts(words)) + SQL(" ") + more
                + SQL(
                    " ORDER BY best_words @@ picker.query(?) DESC, created DESC, identifier LIMIT ?", .texts(words),
                    .integer(Int64(limit ?? 10_000)))
        ).rows.compactMap { $0.text(0) }
    }

    @Test("finds the same where a word is frequent and where it is rare, in old assets or in new ones, in any scope")
    func frequentWords() throws {
        let test = try TestLibrary()
        // Eleven hundred days of 22.
        try Self.fill(test.connection, 24_000, secondsBetween: 4000)
        _ = try test.connection.run(
            SQL(
                """
                UPDATE picker.asset SET is_hidden = true, until = CASE WHEN "row" % 7 = 0 THEN 1 ELSE until END
                WHERE "row" % 5 = 0
                """))
        _ = try test.connection.run(
            SQL("UPDATE picker.asset SET is_favorite = true WHERE identifier IN ('a7', 'a100', 'a23999')"))
        let album = try test.connection.run(
            SQL(
                """
                INSERT INTO picker.album (path, sort_path, identifier, title, is_event)
                VALUES ('x', 'x', 'x', 'x', false) RETURNING id
                """)
        ).first?.integer(0)
        _ = try test.connection.run(
            SQL("UPDATE picker.asset SET album = ? WHERE \"row\" % 1000 = 3", .integer(try #require(album))))
        _ = try test.connection.run(SQL("ANALYZE picker.asset"))
        let all = FetchOptions()
        var (days, favorites) = (FetchOptions(), FetchOptions())
        days.createdFrom = Timestamp(milliseconds: 30_000_000_000)
        days.createdBefore = Timestamp(milliseconds: 60_000_000_001)
        favorites.favoritesOnly = true
        let questions: [(FetchScope, FetchOptions, SQL)] = [
            (.all, all, SQL("true")), (.all, days, SQL("created BETWEEN 30000000000 AND 60000000000")),
            (.all, favorites, SQL("is_favorite")), (.collection("x"), all, SQL("album IS NOT NULL")),
        ]
        for (text, words) in [
            ("sea", ["sea"]), ("old", ["old"]), ("Se OLD", ["se", "old"]), ("sea n11999", ["sea", "n11999"]),
        ] {
            for (scope, given, condition) in questions {
                for limit in [nil, 3000] {
                    let expected = try expected(test, words, limit, and: condition)
                    var options = given
                    options.limit = limit
                    let fetch = try test.library.search(text, scope, options: options, call: BackendCall())
                    #expect(try names(fetch, 0, 20_000) == expected, "\(text), \(scope), \(limit ?? 0)")
                }
            }
            #expect(try !expected(test, words, nil, and: SQL("true")).isEmpty)
        }
    }

    @Test("finds assets of any time, and those without a date last")
    func anyTime() throws {
        let test = try TestLibrary()
        let span: Int64 = 1_296_000_000
        let numbers: [Int64] = [-7_116_799_411, -7_116_799_410, -2, -1, 1, 2, 7_116_799_411]
        var moments: [Int64] = [.min, .min + 1, .max, .max - 1, -1, 0, 1]
        for number in numbers { moments += ([-1, 0, 1] as [Int64]).map { number * span &+ $0 } }
        try Self.fill(test.connection, Int64(moments.count))
        for (place, moment) in moments.enumerated() {
            _ = try test.connection.run(
                SQL(
                    "UPDATE picker.asset SET created = ?::bigint WHERE identifier = ?", .integer(moment),
                    .text("a\(place + 1)")))
        }
        let fetch = try test.library.search("sea", .all, options: FetchOptions(), call: BackendCall())
        let expected = try expected(test, ["sea"], nil, and: SQL("true"))
        #expect(expected.count == moments.count)
        #expect(try names(fetch, 0, 100) == expected)
    }

    @Test(
        "takes the first words of a text of many pages, whatever they take",
        arguments: ["sea", "\u{FDFA}", String(repeating: "\u{20000}", count: 95)])
    func longTexts(beginning: String) throws {
        let test = try TestLibrary()
        try Self.fill(test.connection, 1)
        let words = SearchWords.fitting((0..<100_000).map { "\(beginning)\($0)" })
        #expect(words.count > 500)
        _ = try test.connection.run(
            SQL(
                "UPDATE picker.asset SET words = picker.words(?), best_words = picker.words(?)", .texts(words),
                .texts(words))
        )
        for (word, count) in [("\(beginning)99", 1), ("\(beginning)499", 1), ("\(beginning)99999", 0)] {
            let fetch = try test.library.search(word, .all, options: FetchOptions(), call: BackendCall())
            #expect(try names(fetch, 0, 10).count == count, "\(word)")
        }
    }
}

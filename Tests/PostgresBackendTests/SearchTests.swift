import BackendKit
import PhotoModel
import PostgresClient
import PostgresServing
import Testing

@Suite("A search of a library in PostgreSQL", .enabled(if: TestLibrary.server != nil), .timeLimit(.minutes(5)))
struct SearchTests {
    /// Assets that are found by "sea", the later the higher their number; one in a hundred has it in its title. The older nine tenths
    /// are found by "old", too.
    private static func fill(_ connection: Connection, _ count: Int64, secondsBetween: Int64 = 1) throws {
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

    private func window(_ fetch: PostgresFetch, _ offset: Int, _ length: Int) throws -> [String] {
        var names: [String] = []
        try fetch.window(offset: offset, length: length, call: BackendCall()) { asset in
            names.append(asset.localIdentifier)
            return .more
        }
        return names
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
                try window(fetch, offset, length) == Array(expected.dropFirst(offset).prefix(length)),
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
        #expect(try window(one, 0, 3) == ["a1799", "a1798", "a1797"])
        var few = FetchOptions()
        few.limit = 7
        let limited = try test.library.search("sea", .all, options: few, call: BackendCall())
        #expect(try window(limited, 0, 100).count == 7)
    }

    @Test("finds the same where a word is so frequent that the newest days are enough, and where they are not")
    func frequentWords() throws {
        let test = try TestLibrary()
        // Eleven hundred days of 108, of which the last two hundred should do.
        try Self.fill(test.connection, 120_000, secondsBetween: 800)
        _ = try test.connection.run(
            SQL(
                "UPDATE picker.asset SET is_hidden = true, until = CASE WHEN \"row\" % 7 = 0 THEN 1 ELSE until END WHERE \"row\" % 5 = 0"
            ))
        _ = try test.connection.run(SQL("ANALYZE picker.asset"))
        for (text, words) in [
            ("sea", ["sea"]), ("old", ["old"]), ("Se OLD", ["se", "old"]), ("sea n11999", ["sea", "n11999"]),
        ] {
            for limit in [nil, 3000] {
                let expected = try test.connection.run(
                    SQL(
                        """
                        SELECT identifier FROM picker.asset
                        WHERE words @@ picker.query(?) AND NOT is_hidden AND until = 9223372036854775807
                        ORDER BY best_words @@ picker.query(?) DESC, created DESC, identifier LIMIT ?
                        """, .texts(words), .texts(words), .integer(Int64(limit ?? 10_000)))
                ).rows.compactMap { $0.text(0) }
                var options = FetchOptions()
                options.limit = limit
                let fetch = try test.library.search(text, .all, options: options, call: BackendCall())
                #expect(try window(fetch, 0, 20_000) == expected, "\(text), \(limit ?? 0)")
                #expect(!expected.isEmpty)
            }
        }
        // What few assets of a frequent word meet besides is found to the end.
        var favorites = FetchOptions()
        favorites.favoritesOnly = true
        _ = try test.connection.run(
            SQL("UPDATE picker.asset SET is_favorite = true WHERE identifier IN ('a7', 'a100', 'a119999')"))
        let few = try test.library.search("sea", .all, options: favorites, call: BackendCall())
        #expect(try window(few, 0, 10) == ["a119999", "a7"])
    }
}

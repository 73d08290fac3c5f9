import BackendKit
import PhotoModel
import PostgresClient
import PostgresServing
import Testing

@Suite("A search of a library in PostgreSQL", .enabled(if: TestLibrary.server != nil), .timeLimit(.minutes(5)))
struct SearchTests {
    /// Assets that are found by "sea", the later the higher their number; one in a hundred has it in its title.
    private static func fill(_ connection: Connection, _ count: Int64) throws {
        _ = try connection.run(SQL("INSERT INTO picker.body (keywords) VALUES ('{}')"))
        _ = try connection.run(
            SQL(
                """
                INSERT INTO picker.asset (identifier, since, body, content, facts, path, sort_name, content_type, media_type,
                subtypes, width, height, created, created_offset, created_source, modified, added, byte_size, content_tag,
                is_favorite, is_hidden, has_adjustments, file_count, rating, texts, words, best_words)
                SELECT 'a' || g, 1, (SELECT min(id) FROM picker.body), 'c', 'f', convert_to('p' || g, 'UTF8'),
                convert_to('n' || g, 'UTF8'), 'public.jpeg', 1, 0, 1, 1, g * 1000, 0, 1, 0, 0, 1, g, false, false, false, 1, 0, '{}',
                array_to_tsvector(ARRAY['sea', 'n' || g]), array_to_tsvector(CASE WHEN g % 100 = 0 THEN ARRAY['sea'] ELSE '{}' END)
                FROM generate_series(1, ?::bigint) g
                """, .integer(count)))
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
}

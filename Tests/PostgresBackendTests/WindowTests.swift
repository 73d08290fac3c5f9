import BackendKit
import PhotoModel
import PostgresClient
import PostgresServing
import Testing

/// The first rows of a list of everything come with the change that it shows; the rest is asked for.
@Suite("Windows of a library in PostgreSQL", .enabled(if: TestLibrary.server != nil), .timeLimit(.minutes(5)))
struct WindowTests {
    /// Assets a second apart, some of which are hidden.
    private static func fill(_ connection: Connection, _ numbers: Range<Int64>, change: Int64) throws {
        _ = try connection.run(SQL("INSERT INTO picker.body (keywords) VALUES ('{}')"))
        _ = try connection.run(
            SQL(
                """
                INSERT INTO picker.asset (identifier, since, body, content, facts, path, sort_name, content_type, media_type,
                subtypes, width, height, created, created_source, modified, added, byte_size, content_tag, is_favorite,
                is_hidden, has_adjustments, file_count, rating, texts, words, best_words)
                SELECT 'a' || g, ?, (SELECT min(id) FROM picker.body), 'c', 'f', convert_to('p' || g, 'UTF8'),
                convert_to('n' || g, 'UTF8'), 'public.jpeg', 1, 0, 1, 1, g * 1000, 1, 0, 0, 1, g, false, g % 17 = 3, false, 1,
                0, '{}', '', ''
                FROM generate_series(?::bigint, ?::bigint) g
                """, .integer(change), .integer(numbers.lowerBound), .integer(numbers.upperBound - 1)))
        _ = try connection.run(SQL("UPDATE picker.library SET change = ?", .integer(change)))
    }

    private static let questions: [FetchOptions] = {
        let oldest = FetchOptions()
        var (newest, all, few, none, byName) = (oldest, oldest, oldest, oldest, oldest)
        newest.sort = [SortKey(.creationTime, isDescending: true)]
        all.hidden = .include
        (few.limit, none.limit) = (7, 0)
        byName.sort = [SortKey(.filename, isDescending: false)]
        return [oldest, newest, all, few, none, byName]
    }()

    private func expected(_ numbers: Range<Int64>, _ options: FetchOptions) -> [String] {
        var shown = numbers.filter { options.hidden == .include || $0 % 17 != 3 }
        if options.sort.first?.isDescending == true { shown.reverse() }
        if options.sort.first?.property == .filename {
            // By bytes, as the rows have them.
            shown.sort { "n\($0)" < "n\($1)" }
        }
        return shown.prefix(options.limit ?? .max).map { "a\($0)" }
    }

    @Test("are those of the moment of the fetch, whatever was asked for before", arguments: [0, 1, 199, 213, 214, 450])
    func windows(count: Int64) throws {
        let test = try TestLibrary()
        try Self.fill(test.connection, 1..<(count + 1), change: 1)
        for options in Self.questions {
            let expected = expected(1..<(count + 1), options)
            let orders: [[(Int, Int)]] = [
                [(0, 200), (0, 200), (200, 200), (400, 200)], [(0, 50), (50, 100), (10, 190)], [(0, 1000)],
                [(199, 2), (0, 3)], [(200, 1), (0, 200)], [(150, 100), (250, 100)], [(0, 0), (3, 5)], [(.max, 1)],
            ]
            for order in orders {
                let fetch = try test.library.fetch(.all, options: options, call: BackendCall())
                for (offset, length) in order {
                    let found = try names(fetch, offset, length)
                    #expect(
                        found == Array(expected.dropFirst(offset).prefix(length)), "\(options), \(offset), \(length)")
                }
                #expect(try fetch.count(call: BackendCall()) == expected.count)
            }
        }
    }

    @Test("show nothing of what is written later, and a fetch that begins then does", arguments: [0, 30, 300])
    func changes(count: Int64) throws {
        let test = try TestLibrary()
        try Self.fill(test.connection, 1..<(count + 1), change: 1)
        let options = FetchOptions()
        let fetches = try (0..<3).map { _ in try test.library.fetch(.all, options: options, call: BackendCall()) }
        let before = expected(1..<(count + 1), options)
        #expect(try names(fetches[0], 0, 10) == Array(before.prefix(10)))
        _ = try test.connection.run(SQL("UPDATE picker.asset SET until = 2 WHERE identifier IN ('a2', 'a250')"))
        try Self.fill(test.connection, (count + 1)..<(count + 5), change: 2)
        for fetch in fetches {
            #expect(try fetch.count(call: BackendCall()) == before.count)
            #expect(try names(fetch, 0, 1000) == before)
            #expect(try names(fetch, 0, 1000) == before)
        }
        let later = try test.library.fetch(.all, options: options, call: BackendCall())
        let after = expected(1..<(count + 5), options).filter { $0 != "a250" && ($0 != "a2" || count < 2) }
        #expect(try names(later, 0, 1000) == after)
        #expect(try later.count(call: BackendCall()) == after.count)
    }
}

import BackendKit
import PhotoModel
import PostgresClient
import Testing

@testable import PostgresServing

/// A row of the table as a test reads it.
private struct Row {
    let identifier: String
    let created: Int64
    let offset: Int64
    let since: Int64
    let until: Int64
    let mediaType: Int64
    let subtypes: Int64
    let isFavorite: Bool
    let isHidden: Bool
    let sortName: [UInt8]

    init(_ row: SQLRow) {
        identifier = row.text(0) ?? ""
        created = row.integer(1) ?? 0
        offset = row.integer(2) ?? 0
        since = row.integer(3) ?? 0
        until = row.integer(4) ?? 0
        mediaType = row.integer(5) ?? 0
        isHidden = row.flag(6)
        sortName = row.bytes(7) ?? []
        subtypes = row.integer(8) ?? 0
        isFavorite = row.flag(9)
    }

    var day: Int64? {
        guard created != .min else { return nil }
        let shown = created + offset * 60_000
        return (shown - ((shown % 86_400_000) + 86_400_000) % 86_400_000) / 86_400_000
    }
}

@Suite("Counts by day of a library in PostgreSQL", .enabled(if: TestLibrary.server != nil), .timeLimit(.minutes(10)))
struct DayCountTests {
    /// Assets whose times are of twelve days and around midnight, by six clocks; some hidden, some videos, some
    /// favorites, some without a date, with several subtypes.
    private static func fill(_ connection: Connection, _ numbers: ClosedRange<Int64>, change: Int64) throws {
        _ = try connection.run(
            SQL(
                """
                INSERT INTO picker.album (path, sort_path, identifier, title, is_event)
                SELECT convert_to('c' || g, 'UTF8'), convert_to('c' || g, 'UTF8'), 'c' || g, 'c' || g, false
                FROM generate_series(1, 3) g ON CONFLICT DO NOTHING
                """))
        _ = try connection.run(
            SQL(
                """
                INSERT INTO picker.asset (identifier, since, album, body, content, facts, path, sort_name, content_type,
                media_type, subtypes, width, height, created, created_offset, created_source, modified, added, byte_size,
                content_tag, is_favorite, is_hidden, has_adjustments, file_count, rating, texts, words, best_words)
                SELECT 'a' || g, ?, (SELECT id FROM picker.album WHERE identifier = 'c' || g % 4), (SELECT min(id) FROM picker.body), 'c', 'f', convert_to('p' || g, 'UTF8'),
                convert_to('n' || g % 97, 'UTF8'), 'public.jpeg', CASE WHEN g % 11 = 0 THEN 2 ELSE 1 END, g % 5, 1, 1,
                CASE WHEN g % 50 = 0 THEN -9223372036854775808
                    WHEN g % 3 = 0 THEN (g * 7919 % 12 - 4) * 86400000 + (g * 104729 % 7200 - 3600) * 1000
                    ELSE (g * 6007 % 12 - 4) * 86400000 + g * 15485863 % 86400000 END,
                (ARRAY[NULL, 0, 60, 600, -480, 345])[1 + CASE WHEN g * 7919 % 12 < 3 THEN 2 ELSE g * 31 % 6 END], 1, 0, 0, 1, g,
                g % 7 = 0, g % 13 = 0, false, 1, 0, '{}', '', ''
                FROM generate_series(?::bigint, ?::bigint) g
                """, .integer(change), .integer(numbers.lowerBound), .integer(numbers.upperBound)))
        _ = try connection.run(SQL("UPDATE picker.library SET change = ?", .integer(change)))
    }

    private func rows(_ connection: Connection) throws -> [Row] {
        try connection.run(
            SQL(
                """
                SELECT identifier, created, created_offset, since, until, media_type, is_hidden, sort_name,
                subtypes, is_favorite
                FROM picker.asset ORDER BY created, sort_name, identifier
                """)
        ).rows.map(Row.init)
    }

    /// What reading all rows gives.
    private func runs(_ rows: [Row]) -> [DayCount] {
        rows.reduce(into: []) { runs, row in
            if let last = runs.last, last.day == row.day {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(DayCount(day: row.day, count: 1))
            }
        }
    }

    /// As the host puts them together.
    private func days(_ fetch: PostgresFetch) throws -> [DayCount] {
        var runs: [DayCount] = []
        try fetch.days(call: BackendCall()) { one in
            if let last = runs.last, last.day == one.day {
                runs[runs.count - 1].count += one.count
            } else {
                runs.append(one)
            }
            return .more
        }
        return runs
    }

    private static let options: [FetchOptions] = {
        var newest = FetchOptions()
        newest.sort = [SortKey(.creationTime, isDescending: true)]
        var named = newest
        named.sort.append(SortKey(.filename))
        named.hidden = .include
        var videos = FetchOptions()
        videos.mediaTypes = .video
        videos.hidden = .only
        var favorites = newest
        favorites.favoritesOnly = true
        var kinds = FetchOptions()
        (kinds.anySubtypes, kinds.noSubtypes) = ([.panorama, .screenshot], .hdr)
        return [FetchOptions(), newest, named, videos, favorites, kinds]
    }()

    private func expected(_ rows: [Row], at change: Int64, _ options: FetchOptions) -> [Row] {
        var shown = rows.filter { row in
            row.since <= change && row.until > change
                && (options.mediaTypes == .any || (options.mediaTypes.rawValue >> row.mediaType) & 1 == 1)
                && (options.hidden == .include || row.isHidden == (options.hidden == .only))
                && (!options.favoritesOnly || row.isFavorite)
                && (options.anySubtypes.isEmpty || Int64(options.anySubtypes.rawValue) & row.subtypes != 0)
                && Int64(options.noSubtypes.rawValue) & row.subtypes == 0
        }
        guard options.sort.first?.isDescending == true else { return shown }
        guard options.sort.count > 1 else { return shown.reversed() }
        shown.sort {
            if $0.created != $1.created { return $0.created > $1.created }
            if $0.sortName != $1.sortName { return $0.sortName.lexicographicallyPrecedes($1.sortName) }
            return $0.identifier < $1.identifier
        }
        return shown
    }

    @Test("Counts, days, windows and places are those of the moment of each fetch, whatever was written since")
    func moments() throws {
        let test = try TestLibrary()
        _ = try test.connection.run(SQL("INSERT INTO picker.body (keywords) VALUES ('{}')"))
        try Self.fill(test.connection, 1...1500, change: 1)
        var fetches: [(change: Int64, options: FetchOptions, fetch: PostgresFetch)] = []
        for change in Int64(2)...9 {
            for options in Self.options {
                fetches.append(
                    (change - 1, options, try test.library.fetch(.all, options: options, call: BackendCall())))
            }
            try test.connection.transaction(.never) { () throws(DatabaseError) in
                _ = try test.connection.run(
                    SQL(
                        """
                        UPDATE picker.asset SET until = ?
                        WHERE until = 9223372036854775807 AND (row * 2654435761 + ?) % 19 = 0
                        """, .integer(change), .integer(change)))
                _ = try test.connection.run(SQL("UPDATE picker.library SET change = ?", .integer(change)))
            }
            try Self.fill(test.connection, (change * 1000 + 1)...(change * 1000 + 40), change: change)
        }
        let rows = try rows(test.connection)
        for (change, options, fetch) in fetches {
            let expected = expected(rows, at: change, options)
            #expect(expected.count > 5)
            // First, so that no table by day was read that would tell the count, too.
            #expect(try fetch.count(call: BackendCall()) == expected.count)
            if AssetCondition.counts(options) == .days { #expect(try days(fetch) == runs(expected)) }
            for offset in [expected.count - 3, expected.count / 2, 0, expected.count * 9 / 10, expected.count] {
                #expect(try names(fetch, offset, 7) == expected.dropFirst(offset).prefix(7).map(\.identifier))
            }
            for place in [0, expected.count / 3, expected.count - 1] {
                #expect(try fetch.index(of: expected[place].identifier, call: BackendCall()) == place)
            }
        }
    }

    @Test("Triggers count what is written as counting all of it again does")
    func triggers() throws {
        let test = try TestLibrary()
        _ = try test.connection.run(SQL("INSERT INTO picker.body (keywords) VALUES ('{}')"))
        try Self.fill(test.connection, 1...300, change: 1)
        for statement in [
            SQL("UPDATE picker.asset SET until = 2 WHERE row % 5 = 0"),
            SQL(
                "UPDATE picker.asset SET is_hidden = NOT is_hidden, is_favorite = true, created = created + 1 WHERE row % 7 = 0 AND created > 0"
            ),
            SQL("DELETE FROM picker.asset WHERE row % 3 = 0"),
            SQL(
                "UPDATE picker.asset SET album = (SELECT id FROM picker.album WHERE identifier = 'c2') WHERE row % 4 < 2"
            ),
            SQL("UPDATE picker.asset SET until = 9223372036854775807 WHERE until = 2 AND row % 2 = 0"),
        ] {
            _ = try test.connection.run(statement)
        }
        func counts() throws -> [[String?]] {
            try test.connection.run(
                SQL(
                    """
                    SELECT c::text FROM picker.day_count c WHERE count <> 0
                    UNION ALL SELECT c::text FROM picker.kind_count c WHERE count <> 0
                    UNION ALL SELECT c::text FROM picker.album_count c WHERE count <> 0 ORDER BY 1
                    """)
            ).rows.map { [$0.text(0)] }
        }
        let kept = try counts()
        #expect(kept.count > 20)
        _ = try test.connection.run(SQL("SELECT picker.count_all()"))
        #expect(try counts() == kept)
    }

    @Test("Fetches whose conditions no table counts say that reading tells their days")
    func uncounted() throws {
        let test = try TestLibrary()
        var favorites = FetchOptions()
        favorites.favoritesOnly = true
        var limited = FetchOptions()
        limited.limit = 3
        var named = FetchOptions()
        named.sort = [SortKey(.filename)]
        for options in [favorites, limited, named] {
            let fetch = try test.library.fetch(.all, options: options, call: BackendCall())
            #expect(throws: PhotoError.self) { try days(fetch) }
        }
    }
}

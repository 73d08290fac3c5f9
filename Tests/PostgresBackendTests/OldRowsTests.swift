import PhotoModel
import PostgresClient
import PostgresServing
import Testing

@Suite("Rows of what assets were", .enabled(if: TestLibrary.server != nil), .timeLimit(.minutes(2)))
struct OldRowsTests {
    /// Assets that were replaced by the changes 2, a week ago, and 3, now; and what is shown.
    private func fill(_ connection: Connection, old: Int64, recent: Int64, shown: Int64) throws {
        var first: Int64 = 0
        for (count, until) in [(old, 2), (recent, 3), (shown, Int64.max)] {
            _ = try connection.run(
                SQL(
                    """
                    WITH body AS (
                        INSERT INTO picker.body (keywords) SELECT '{}' FROM generate_series(1, ?) RETURNING id
                    )
                    INSERT INTO picker.asset (identifier, since, until, body, content, facts, path, sort_name, content_type,
                    media_type, subtypes, width, height, created, created_source, modified, added, byte_size, content_tag,
                    is_favorite, is_hidden, has_adjustments, file_count, rating, texts, words, best_words)
                    SELECT 'a' || (? + row_number() OVER ()), 1, ?, id, 'c', 'f', 'p', 'n', 'public.jpeg', 1, 0, 1, 1, id, 1, 0, 0,
                    1, 1, false, false, false, 1, 0, '{}', '', '' FROM body
                    """, .integer(count), .integer(first), .integer(until)))
            first += count
        }
        _ = try connection.run(
            SQL(
                """
                INSERT INTO picker.change (number, made)
                VALUES (1, now() - interval '9 days'), (2, now() - interval '8 days'), (3, now())
                """))
        _ = try connection.run(SQL("UPDATE picker.library SET change = 3"))
    }

    private func numbers(_ connection: Connection) throws -> [Int64?] {
        let row = try connection.run(
            SQL(
                """
                SELECT (SELECT count(*) FROM picker.asset), (SELECT count(*) FROM picker.body),
                (SELECT min(number) FROM picker.change), (SELECT horizon FROM picker.library)
                """)
        ).first
        return (0..<4).map { row?.integer($0) }
    }

    @Test("are deleted after a week, however many there are, and while others write")
    func deleting() throws {
        let test = try TestLibrary()
        try fill(test.connection, old: 12_001, recent: 5, shown: 7)
        // Each statement by itself is quick, which is what an administrator may want of all.
        _ = try test.connection.run(SQL("SELECT set_config('statement_timeout', '20000', false)"))
        try OldRows.delete(test.connection, .never)
        #expect(try numbers(test.connection) == [12, 12, 2, 2])
        try OldRows.delete(test.connection, .never)
        #expect(try numbers(test.connection) == [12, 12, 2, 2])
    }

    @Test("are nothing in a library that is new")
    func none() throws {
        let test = try TestLibrary()
        try OldRows.delete(test.connection, .never)
        #expect(try numbers(test.connection) == [0, 0, nil, 0])
    }
}

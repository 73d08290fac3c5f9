import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("The writer of an index")
struct IndexWriterTests {
    private static let day: Int64 = 86_400_000

    @Test("The writer of an index keeps day counts that equal a count, whatever is put, changed and removed")
    func dayCounts() throws {
        let fixture = try IndexFixture()
        var generator = SeededGenerator(seed: 11)
        for round in 0..<20 {
            let drafts = (0..<30).map { _ in
                fixture.draft(
                    "folder \(generator.next() % 3)/\(generator.next() % 40).jpg",
                    created: Int64(generator.next() % 5) * Self.day - 2 * Self.day, offsetMinutes: 600
                ) {
                    $0.asset.isFavorite = generator.next() % 4 == 0
                    $0.asset.contentTag = generator.next()
                    if generator.next() % 2 == 0 { $0.burst = [UInt8(generator.next() % 3)] }
                }
            }
            try fixture.put(drafts)
            try fixture.remove("folder 1/\(round).jpg")
            let (kept, counted) = try fixture.photoIndex.pool.read { database in
                (try DayCounts.kept(database), try DayCounts.counted(database))
            }
            #expect(kept == counted)
        }
    }

    @Test("The writer of an index logs each change with the identifier of its asset")
    func log() throws {
        let fixture = try IndexFixture()
        try fixture.put([fixture.draft("a.jpg", created: 0)])
        try fixture.put([fixture.draft("a.jpg", created: 5)])
        try fixture.remove("a.jpg")
        let kinds = try fixture.photoIndex.pool.read { database in
            try Int64.fetchAll(database, sql: "SELECT change FROM change WHERE change <= 3 ORDER BY sequence")
        }
        #expect(kinds == [1, 3, 2])
    }

    @Test("The writer of an index makes folders with those that they are in")
    func folders() throws {
        let fixture = try IndexFixture()
        try fixture.put([fixture.draft("DCIM/100APPLE/a.jpg", created: 0)])
        let paths = try fixture.photoIndex.pool.read { database in
            try Row.fetchAll(database, sql: "SELECT path, is_camera_folder FROM folder ORDER BY path").map { row in
                "\(String(decoding: row[0] as Data, as: UTF8.self)) \(row[1] as Bool)"
            }
        }
        #expect(paths == [" false", "DCIM false", "DCIM/100APPLE true"])
    }
}

/// What the table of day counts says, and what counting the assets says.
private enum DayCounts {
    static func kept(_ database: Database) throws -> [String] {
        try rows(database, "SELECT scope, day, kind, count FROM tally")
    }

    static func counted(_ database: Database) throws -> [String] {
        let day = "CAST(floor(created / 86400000.0) AS INTEGER)"
        let addedDay = "CAST(floor(added / 86400000.0) AS INTEGER)"
        return try rows(
            database,
            """
            SELECT 0, \(day), kind, count(*) FROM asset GROUP BY 2, 3
            UNION ALL SELECT -1, local_day, kind, count(*) FROM asset GROUP BY 2, 3
            UNION ALL SELECT -2, \(addedDay), kind, count(*) FROM asset GROUP BY 2, 3
            UNION ALL SELECT -3, 0, kind, count(*) FROM asset GROUP BY kind
            UNION ALL SELECT folder_id, \(day), kind, count(*) FROM asset GROUP BY 1, 2, 3
            """)
    }

    private static func rows(_ database: Database, _ sql: String) throws -> [String] {
        try Row.fetchAll(database, sql: sql).map { row in
            (0..<4).map { String(row[$0] as Int64) }.joined(separator: " ")
        }.sorted()
    }
}

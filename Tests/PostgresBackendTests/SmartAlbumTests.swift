import PhotoModel
import PostgresClient
import Testing

@testable import PostgresServing

@Suite("Smart albums of a library in PostgreSQL", .enabled(if: TestLibrary.server != nil), .timeLimit(.minutes(5)))
struct SmartAlbumTests {
    private static let withIndex = SmartAlbum.shown.filter { ![.cameraRoll, .recentlyAdded].contains($0) }

    @Test("are read by the indexes that are made for them: the server sees that their conditions are the same")
    func indexes() throws {
        let test = try TestLibrary()
        try SearchTests.fill(test.connection, 2000)
        _ = try test.connection.run(SQL("ANALYZE picker.asset"))
        // So few rows are read in any order otherwise, and put into this one.
        for setting in [SQL("enable_seqscan"), SQL("enable_bitmapscan"), SQL("enable_sort")] {
            _ = try test.connection.run(SQL("SET ") + setting + SQL(" = off"))
        }
        #expect(Self.withIndex.count == 10)
        for album in Self.withIndex {
            let query =
                SQL("EXPLAIN SELECT a.identifier FROM picker.asset a WHERE a.since <= 1 AND a.until > 1 AND ")
                + album.terms(now: 0).joined(" AND ")
                + SQL(" ORDER BY a.created DESC, a.sort_name DESC, a.identifier DESC LIMIT 200")
            let plan = try test.connection.run(query).rows.compactMap { $0.text(0) }.joined(separator: "\n")
            let name = "asset_" + album.rawValue.replacing("-", with: "_")
            #expect(plan.contains("Index Scan Backward using \(name) "), "\(plan)")
        }
    }
}

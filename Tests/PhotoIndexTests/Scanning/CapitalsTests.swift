import Foundation
import GRDB
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A folder that got other capitals", .enabled(if: Mounting.isPossible, "\(Mounting.explanation)"))
struct CapitalsTests {
    /// As on file systems that find a folder under its old name, too, which here is a hidden one.
    @Test(
        "A folder that got other capitals, where the file system does not distinguish them, has its photos once",
        arguments: ["full", "quick"])
    func renamed(mode: String) async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for name in ["c.jpg", "Trip/a.jpg", "Trip/day/b.jpg"] { try library.write(name) }
            try FileManager.default.createDirectory(atPath: library.path(".trip"), withIntermediateDirectories: false)
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh(options: .trusting)
            try photoIndex.pool.write { database in
                try database.execute(
                    sql: """
                        UPDATE folder SET path = CAST('.trip' || substr(CAST(path AS TEXT), 5) AS BLOB),
                            identifier = randomblob(16), list_identifier = randomblob(16)
                        WHERE path >= CAST('Trip' AS BLOB)
                        """)
                let others = "WHERE name <> CAST('c.jpg' AS BLOB)"
                try database.execute(sql: "UPDATE asset SET identifier = randomblob(16) \(others)")
            }
            let result = try Mounting.run(
                """
                mount --bind "$1/Trip" "$1/.trip" && touch "$1" || exit 9
                "$3" "$1" "$2" \(mode); "$3" "$1" "$2" quick; "$3" "$1" "$2" full
                """,
                [library.path, library.surroundings.path("data"), PackagePaths.buildFolder + "/IndexingProcess"])
            let lines = result.output.split(separator: "\n").filter { !$0.contains(" folders, ") }
            #expect(lines == ["3 listed", "3 listed", "3 listed"], "\(result)")
            #expect(try IndexDump.lines(library.photoIndex()) == library.fresh())
        }
    }
}

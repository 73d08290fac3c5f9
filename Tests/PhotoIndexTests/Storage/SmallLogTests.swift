import Foundation
import GRDB
import Platform
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("The log of an index that was closed")
struct SmallLogTests {
    private let library: ScannedLibrary
    private var database: String { library.surroundings.path("data/\(PhotoIndexDatabase.filename)") }

    init() throws {
        library = try ScannedLibrary()
        for number in 0..<5 { try library.write("folder/\(number).jpg") }
        _ = try library.photoIndex().refresh()
    }

    @Test("stays while it is small, so that opening the index and reading from it writes nothing")
    func small() async throws {
        try await onThread {
            // What made the index may have left a large one.
            _ = try library.photoIndex()
            let before = try statuses()
            let lines = try IndexDump.lines(library.photoIndex())
            #expect(try statuses() == before)
            #expect(try IndexDump.lines(library.photoIndex()) == lines)
            #expect(try lines == library.fresh())
        }
    }

    @Test("goes when it is large, and what it had is in the index")
    func large() async throws {
        try await onThread {
            try write("CREATE TABLE filler AS SELECT randomblob(1000000) AS bytes")
            #expect(!FileManager.default.fileExists(atPath: database + "-wal"))
            try write("CREATE TABLE small (one INTEGER)")
            #expect(FileManager.default.fileExists(atPath: database + "-wal"))
            #expect(try IndexDump.lines(library.photoIndex()) == library.fresh())
        }
    }

    private func write(_ statement: String) throws {
        let photoIndex = try library.photoIndex()
        try photoIndex.pool.write { database in try database.execute(sql: statement) }
    }

    /// With the times, since the same bytes could have been written once more.
    private func statuses() throws -> [[Int64]] {
        try ["", "-wal"].map { name in
            let status = try FileStatus(path: database + name)
            return [status.byteSize, status.modificationTime]
        }
    }
}

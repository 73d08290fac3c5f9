import Foundation
import GRDB
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("An index that cannot be used is set aside and made again")
struct OpeningTests {
    private let library: ScannedLibrary
    private let data: String
    private var database: String { data + "/" + PhotoIndexDatabase.filename }

    init() throws {
        library = try ScannedLibrary()
        for number in 0..<50 { try library.write("folder/\(number).jpg") }
        data = library.surroundings.path("data")
        _ = try library.photoIndex().refresh()
    }

    /// Opens the index and refreshes it; returns the messages.
    private func reopened() throws -> [String] {
        var messages: [String] = []
        let photoIndex = try PhotoIndexDatabase.open(library.root(), directory: data) { messages.append($0) }
        _ = try photoIndex.refresh(.quick)
        #expect(try IndexDump.lines(photoIndex) == library.fresh())
        return messages
    }

    private func asideCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: data)
            .filter { $0.contains(".aside-") && !$0.hasSuffix("-wal") }.count
    }

    @Test("An index that cannot be used is set aside and made again but one that is sound is not")
    func sound() async throws {
        try await onThread {
            let messages = try reopened()
            #expect(messages == [])
            #expect(try asideCount() == 0)
        }
    }

    @Test(
        "An index that cannot be used is set aside and made again when it is garbage, empty at its beginning or cut off",
        arguments: ["garbage", "zeros", "cut"])
    func damaged(how: String) async throws {
        try await onThread {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: database))
            switch how {
            case "garbage": try file.write(contentsOf: Data((0..<4000).map { UInt8(truncatingIfNeeded: $0 * 7) }))
            case "zeros": try file.write(contentsOf: Data(repeating: 0, count: 100))
            default: try file.truncate(atOffset: 5000)
            }
            try file.close()
            #expect(try reopened().count == 1)
            #expect(try asideCount() == 1)
        }
    }

    @Test("An index that cannot be used is set aside and made again when a newer version made it")
    func newer() async throws {
        try await onThread {
            try DatabaseQueue(path: database).write { database in
                try database.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99 wonders')")
            }
            #expect(try reopened().first?.contains("newer version") == true)
        }
    }

    @Test("An index that cannot be used is set aside and made again when it is of another library")
    func other() async throws {
        try await onThread {
            try DatabaseQueue(path: database).write { database in
                try database.execute(sql: "UPDATE library SET root = x'2f'")
            }
            #expect(try reopened().first?.contains("another library") == true)
        }
    }

    @Test("An index that cannot be used is set aside and made again by one process, and others do not wait for ever")
    func cancelled() async throws {
        try await onThread {
            let root = try library.root()
            let lock = try FileLock.take(data + "/catalog.opening.lock", waits: false)
            #expect {
                try PhotoIndexDatabase.open(root, directory: data, cancellation: Cancellation { .deadline })
            } throws: { error in
                if case IndexError.stopped(.deadline) = error { true } else { false }
            }
            withExtendedLifetime(lock) {}
        }
    }

    @Test("An index that cannot be used is not set aside when its opening was cancelled while it was checked")
    func cancelledCheck() async throws {
        try await onThread {
            let root = try library.root()
            try Data().write(to: URL(fileURLWithPath: data + "/catalog.suspect"))
            #expect {
                try PhotoIndexDatabase.open(root, directory: data, cancellation: Cancellation { .closed })
            } throws: { error in
                if case IndexError.stopped(.closed) = error { true } else { false }
            }
            let messages = try reopened()
            #expect(messages == [])
        }
    }

    @Test("An index that was lost is not replaced when the call that found that is cancelled while it is checked")
    func cancelledReplacement() async throws {
        try await onThread {
            let photoIndex = try PhotoIndexDatabase.open(library.root(), directory: data)
            #expect {
                try photoIndex.reopened(cancellation: Cancellation { .cancelled }, message: { _ in })
            } throws: { error in
                if case IndexError.stopped(.cancelled) = error { true } else { false }
            }
            let messages = try reopened()
            #expect(messages == [])
        }
    }

    @Test("An index that cannot be used is not set aside when its opening was cancelled while it was migrated")
    func cancelledMigration() async throws {
        try await onThread {
            let fixture = try IndexFixture()
            // Enough for SQLite to ask in between.
            try fixture.put((0..<1000).map { fixture.draft("\($0).jpg", created: Int64($0 + 1)) })
            try fixture.photoIndex.pool.write { database in
                try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '4 sidecars'")
            }
            let directory = fixture.photoIndex.files.directory
            #expect {
                try PhotoIndexDatabase.open(fixture.root, directory: directory, cancellation: Cancellation { .closed })
            } throws: { error in
                if case IndexError.stopped(.closed) = error { true } else { false }
            }
            let changed = try fixture.photoIndex.pool.read { database in
                try Int.fetchOne(database, sql: "SELECT count(*) FROM file WHERE changed_ns = 0")
            }
            #expect(changed == 0)
            var messages: [String] = []
            let photoIndex = try PhotoIndexDatabase.open(fixture.root, directory: directory) { messages.append($0) }
            #expect(messages == [])
            #expect(try photoIndex.count(.assets(.all), FetchOptions()) == 1000)
        }
    }

    @Test(
        "An index that cannot be used is set aside and made again when pages inside are damaged and a refresh met them")
    func damagedInside() async throws {
        try await onThread {
            let size = try #require(
                FileManager.default.attributesOfItem(atPath: database)[.size] as? Int)
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: database))
            for page in 2..<size / 4096 {
                try file.seek(toOffset: UInt64(page * 4096))
                try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
            }
            try file.close()
            try library.write("folder/new.jpg")
            let photoIndex = try? PhotoIndexDatabase.open(library.root(), directory: data)
            _ = try? photoIndex?.refresh()
            _ = try reopened()
            #expect(try asideCount() == 1)
        }
    }

    @Test("An index that cannot be used is set aside and made again and of those that were set aside, two are kept")
    func kept() async throws {
        try await onThread {
            for _ in 0..<4 {
                try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: database))
                #expect(try reopened().count == 1)
            }
            #expect(try asideCount() == 2)
        }
    }

    @Test("Without a data folder a temporary one is used, which goes with the index")
    func temporary() async throws {
        try await onThread {
            var photoIndex: PhotoIndexDatabase? = try PhotoIndexDatabase.open(library.root(), directory: nil)
            let directory = try #require(photoIndex?.files.directory)
            #expect(try photoIndex?.refresh().report.assets == 50)
            #expect(FileManager.default.fileExists(atPath: directory))
            photoIndex = nil
            #expect(!FileManager.default.fileExists(atPath: directory))
        }
    }
}

import Foundation
import GRDB
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("The log of changes")
struct PruningTests {
    private let fixture: IndexFixture

    init() throws { fixture = try IndexFixture() }

    /// Logs one change at each of these times.
    private func log(_ days: [Int64]) throws {
        for day in days {
            try fixture.photoIndex.pool.write { database in
                try ChangeLog.add(Data([1]), LoggedChange.updated.rawValue, at: Self.time(day), database)
            }
        }
    }

    private static func time(_ day: Int64) -> Timestamp { Timestamp(milliseconds: day * RandomIndex.day) }

    /// The numbers of the changes that are left.
    private func left(afterPruningOn day: Int64, keeping count: Int64 = ChangeLog.longest) throws -> [Int64] {
        try fixture.photoIndex.pool.write { database in
            try ChangeLog.prune(now: Self.time(day), keeping: count, database)
            return try Int64.fetchAll(database, sql: "SELECT sequence FROM change ORDER BY sequence")
        }
    }

    private func isTold(since sequence: Int64) throws -> Bool {
        let photoIndex = try fixture.photoIndex.currentToken().photoIndex
        do throws(IndexError) {
            _ = try fixture.photoIndex.changes(since: ChangeToken(photoIndex: photoIndex, sequence: sequence))
            return true
        } catch {
            guard case .tokenTooOld = error else { throw error }
            return false
        }
    }

    @Test("The log of changes forgets what is older than thirty days, and tokens from before that are too old")
    func old() throws {
        try log([100, 110, 120, 130])
        #expect(try left(afterPruningOn: 130) == [1, 2, 3, 4])
        #expect(try left(afterPruningOn: 145) == [3, 4])
        #expect(try !isTold(since: 1))
        #expect(try isTold(since: 2))
        #expect(try left(afterPruningOn: 500).isEmpty)
        #expect(try isTold(since: 4))
        #expect(try !isTold(since: 3))
    }

    @Test("The log of changes keeps no more changes than it must, the last ones")
    func many() throws {
        try log([100, 100, 100, 101, 101])
        #expect(try left(afterPruningOn: 101, keeping: 3) == [3, 4, 5])
        #expect(try left(afterPruningOn: 101, keeping: 9) == [3, 4, 5])
        #expect(try left(afterPruningOn: 131, keeping: 2) == [4, 5])
    }

    @Test("The log of changes has no gap after the clock was wrong, far in the past or in the future")
    func wrongClock() throws {
        // 1975, 2024, 1975, 2024, 2150.
        try log([2000, 19_800, 2001, 19_801, 65_800])
        #expect(try left(afterPruningOn: 19_801) == [4, 5])
        // Set back to before all of it: nothing is old.
        #expect(try left(afterPruningOn: 10) == [4, 5])
        #expect(try left(afterPruningOn: 65_800) == [5])
        #expect(try left(afterPruningOn: Int64.min / RandomIndex.day) == [5])
    }

    @Test("The log of changes is pruned by a refresh that found something")
    func refreshed() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            for name in ["a.jpg", "b.jpg"] {
                try photoIndex.pool.write { try $0.execute(sql: "UPDATE change SET time = 0") }
                try library.write(name)
                _ = try photoIndex.refresh(options: .trusting)
            }
            #expect(
                try photoIndex.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM change WHERE change <= 3") }
                    == 1)
        }
    }
}

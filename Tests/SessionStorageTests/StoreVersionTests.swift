import Cryptography
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import SessionStorage

@Suite("The version of a store")
struct StoreVersionTests {
    private func add(_ name: String, to store: SQLSessionStore) async throws {
        _ = try await store.addClient(name, origin: nil, secret: Secret().hash, now: StoreFixture.start)
    }

    @Test("changes with every commit, of any process, never to one that it had, and with nothing else")
    func commits() async throws {
        let fixture = try StoreFixture()
        let other = try fixture.openAgain()
        let version = try #require(fixture.store.known.version)
        var seen = [try #require(await version.current)]
        for number in 0..<40 {
            let store = number.isMultiple(of: 3) ? fixture.store : other
            try await add("client \(number)", to: store)
            let now = try #require(await version.current)
            #expect(!seen.contains(now))
            seen.append(now)
            await #expect(throws: SessionStoreError.self) { try await add("client \(number)", to: other) }
            _ = try await other.clients()
            #expect(await version.current == now, "nothing was committed")
            // The log begins again, and with it the numbers of its frames.
            if StoreFixture.isFile, number.isMultiple(of: 10) { try await truncateLog(of: fixture) }
        }
    }

    private func truncateLog(of fixture: StoreFixture) async throws {
        let queue = try DatabaseQueue(path: fixture.folder.path("server") + "/" + SQLSessionStore.filename)
        _ = try await queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try queue.close()
    }

    @Test(
        "is read from the memory that SQLite shares, also after the log began again; a store in memory has none",
        .enabled(if: StoreFixture.isFile))
    func memory() async throws {
        let fixture = try StoreFixture()
        let version = try #require(fixture.store.known.version)
        for _ in 1...3 {
            let now = await version.current
            guard case .header = now else {
                Issue.record("SQLite was asked: \(String(describing: now))")
                return
            }
            try await truncateLog(of: fixture)
            try await add("client \(UInt64.random(in: 0 ... .max))", to: fixture.store)
        }
        #expect(try SQLSessionStore.inMemory().known.version == nil)
    }

    @Test("is another one after a commit, while others commit all the time")
    func contended() async throws {
        let fixture = try StoreFixture()
        let (one, other) = (try fixture.openAgain(), try fixture.openAgain())
        let version = try #require(fixture.store.known.version)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, store) in [("one", one), ("other", other)] {
                group.addTask {
                    for number in 0..<60 {
                        let before = await version.current
                        try await add("\(name) \(number)", to: store)
                        #expect(await version.current != before)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("A cache reads an answer once in a version, and again in the next")
    func cache() async throws {
        let fixture = try StoreFixture()
        let other = try fixture.openAgain()
        let cache: ReadCache<String, Int> = fixture.store.makeCache(capacity: 2)
        let reads = Counter()
        func ask(_ key: String) async throws -> Int? { try await cache.value(of: key) { await reads.next() } }
        for _ in 1...3 { #expect(try await ask("a") == 1) }
        #expect(try await ask("b") == 2)
        #expect(try await ask("c") == 3, "the capacity: all are forgotten")
        #expect(try await ask("a") == 4)
        try await add("notes", to: other)
        #expect(try await ask("a") == 5)
    }

    private actor Counter {
        private var count = 0
        func next() -> Int {
            count += 1
            return count
        }
    }

    /// A version that stays what it is; nil: it cannot be determined.
    private struct FixedVersion: StoreVersion {
        let number: Int?
        var current: StoreVersionValue? { number.map { .counter($0, opening: 0) } }
    }

    @Test("A cache keeps no answer that something does not exist, and none at all where there is no version")
    func uncached() async throws {
        let cache = ReadCache<String, Int>(capacity: 2, version: FixedVersion(number: 1))
        #expect(try await cache.value(of: "a") { nil } == nil)
        #expect(try await cache.value(of: "a") { 1 } == 1)
        #expect(try await cache.value(of: "b") { 2 } == 2)
        #expect(try await cache.value(of: "a") { 3 } == 1)
        #expect(try await cache.value(of: "b") { 3 } == 2)
        for version in [nil, FixedVersion(number: nil)] {
            let none = ReadCache<String, Int>(capacity: 2, version: version)
            #expect(try await none.value(of: "a") { 1 } == 1)
            #expect(try await none.value(of: "a") { 2 } == 2)
        }
    }
}

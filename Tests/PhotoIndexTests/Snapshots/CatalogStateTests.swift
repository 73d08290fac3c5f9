import PhotoModel
import Synchronization
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A state of the catalog")
struct CatalogStateTests {
    @Test("stays as it was while assets come, change and go")
    func isolation() async throws {
        try await onThread {
            let random = try RandomCatalog(seed: 41, count: 400)
            let all = FetchOptions.includingHidden
            let read = try random.catalog.fetch(.all, all)
            let unread = try random.catalog.fetch(.all, all)
            var byName = all
            byName.sort = [SortKey(.filename)]
            let listed = try random.catalog.fetch(.all, byName)
            let before = try read.assets()
            for draft in random.drafts.prefix(200) { try random.fixture.remove(draft.asset.path.text) }
            try random.fixture.put(
                (0..<100).map { random.fixture.draft("new/\($0).jpg", created: Int64($0) * RandomCatalog.day) })
            #expect(try read.assets() == before)
            #expect(try unread.assets() == before)
            #expect(try unread.count() == 400)
            #expect(Set(try listed.assets()) == Set(before))
            #expect(try random.catalog.fetch(.all, all).count() == 300)
        }
    }

    @Test("is shared while nothing changes, and let go with the last fetch")
    func sharing() throws {
        let fixture = try CatalogFixture()
        try fixture.put([fixture.draft("a.jpg", created: 0)])
        var fetches = try (0..<5).map { _ in try fixture.catalog.fetch(.all) }
        #expect(fixture.catalog.states.count == 1)
        try fixture.put([fixture.draft("b.jpg", created: 0)])
        fetches.append(try fixture.catalog.fetch(.all))
        #expect(fixture.catalog.states.count == 2)
        fetches = []
        #expect(fixture.catalog.states.count == 0)
    }

    @Test("that nobody used for the longest time gives way when there are too many, and says so")
    func limit() async throws {
        try await onThread {
            let fixture = try CatalogFixture()
            var fetches: [CatalogFetch] = []
            for index in 0..<CatalogStates.limit + 30 {
                try fixture.put([fixture.draft("\(index).jpg", created: 0)])
                fetches.append(try fixture.catalog.fetch(.all))
                #expect(try fetches[0].assets().count == 1)
            }
            #expect(fixture.catalog.states.count <= CatalogStates.limit)
            #expect(try fetches[0].assets().count == 1)
            #expect(try fetches[fetches.count - 1].assets().count == fetches.count)
            #expect {
                try fetches[1].assets()
            } throws: {
                if case IndexError.expired = $0 { true } else { false }
            }
        }
    }

    @Test("is read on many threads while a writer writes")
    func threads() async throws {
        let random = try RandomCatalog(seed: 42, count: 500)
        let expected = random.drafts.map(\.asset)
        let fetch = try random.catalog.fetch(.all, .includingHidden)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await onThread {
                    for index in 0..<40 { try random.fixture.put([random.fixture.draft("\(index)", created: 0)]) }
                }
            }
            for thread in 0..<6 {
                group.addTask {
                    try await onThread { try Self.readMany(fetch, expected, random.catalog, thread) }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func readMany(
        _ fetch: CatalogFetch, _ expected: [Asset], _ catalog: Catalog, _ thread: Int
    ) throws {
        for round in 0..<40 {
            let offset = (thread * 40 + round) * 2 % 480
            #expect(try fetch.assets(offset, 20) == Array(expected[offset..<offset + 20]))
            #expect(try catalog.fetch(.all, .includingHidden).count() >= 500)
        }
    }

    @Test("is read no further once the caller is told to stop, also while another thread reads")
    func stopping() async throws {
        try await onThread {
            let random = try RandomCatalog(seed: 43, count: 2000)
            var options = FetchOptions.includingHidden
            options.sort = [SortKey(.byteSize)]
            let fetch = try random.catalog.fetch(.all, options)
            #expect {
                try fetch.count { () throws(Stop) in throw Stop() }
            } throws: {
                if case IndexError.stopped(let error) = $0 { error is Stop } else { false }
            }
            #expect(try fetch.count() == 2000)
        }
    }

    private struct Stop: Error {}
}

@Suite("Turns")
struct TurnTests {
    @Test("are waited for no longer than the waiter is willing to")
    func impatience() async throws {
        let turn = Turn()
        let isTaken = Mutex(false)
        try await onThread {
            try turn.take(check: {}) {
                isTaken.withLock { $0 = true }
                #expect(throws: Stop.self) { try turn.take(check: { throw Stop() }) {} }
                #expect(turn.takeIfFree {} == nil)
            }
        }
        #expect(isTaken.withLock { $0 })
        #expect(turn.takeIfFree { 1 } == 1)
    }

    private struct Stop: Error {}
}

extension FetchOptions {
    static var includingHidden: FetchOptions {
        var options = FetchOptions()
        options.hidden = .include
        return options
    }
}

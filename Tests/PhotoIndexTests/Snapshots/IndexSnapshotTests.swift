import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A state of the index")
struct IndexSnapshotTests {
    @Test("A state of the index stays as it was while assets come, change and go")
    func isolation() async throws {
        try await onThread {
            let random = try RandomIndex(seed: 41, count: 400)
            let all = FetchOptions.includingHidden
            let read = try random.photoIndex.fetch(.all, all)
            let unread = try random.photoIndex.fetch(.all, all)
            var byName = all
            byName.sort = [SortKey(.filename)]
            let listed = try random.photoIndex.fetch(.all, byName)
            let before = try read.assets()
            for draft in random.drafts.prefix(200) { try random.fixture.remove(draft.asset.path.text) }
            try random.fixture.put(
                (0..<100).map { random.fixture.draft("new/\($0).jpg", created: Int64($0) * RandomIndex.day) })
            #expect(try read.assets() == before)
            #expect(try unread.assets() == before)
            #expect(try unread.count() == 400)
            #expect(Set(try listed.assets()) == Set(before))
            #expect(try random.photoIndex.fetch(.all, all).count() == 300)
        }
    }

    @Test("A state of the index is shared while nothing changes, and let go with the last fetch")
    func sharing() throws {
        let fixture = try IndexFixture()
        try fixture.put([fixture.draft("a.jpg", created: 0)])
        var fetches = try (0..<5).map { _ in try fixture.photoIndex.fetch(.all) }
        #expect(fixture.photoIndex.states.count == 1)
        try fixture.put([fixture.draft("b.jpg", created: 0)])
        fetches.append(try fixture.photoIndex.fetch(.all))
        #expect(fixture.photoIndex.states.count == 2)
        fetches = []
        #expect(fixture.photoIndex.states.count == 0)
    }

    @Test("A state of the index that was not used for the longest time gives way when there are too many, and says so")
    func limit() async throws {
        try await onThread {
            let fixture = try IndexFixture()
            var fetches: [IndexFetch] = []
            for index in 0..<IndexSnapshots.limit + 30 {
                try fixture.put([fixture.draft("\(index).jpg", created: 0)])
                fetches.append(try fixture.photoIndex.fetch(.all))
                #expect(try fetches[0].assets().count == 1)
            }
            #expect(fixture.photoIndex.states.count <= IndexSnapshots.limit)
            #expect(try fetches[0].assets().count == 1)
            #expect(try fetches[fetches.count - 1].assets().count == fetches.count)
            #expect {
                try fetches[1].assets()
            } throws: {
                if case IndexError.expired = $0 { true } else { false }
            }
        }
    }

    @Test("A state of the index is read on many threads while a writer writes")
    func threads() async throws {
        let random = try RandomIndex(seed: 42, count: 500)
        let expected = random.drafts.map(\.asset)
        let fetch = try random.photoIndex.fetch(.all, .includingHidden)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await onThread {
                    for index in 0..<40 { try random.fixture.put([random.fixture.draft("\(index)", created: 0)]) }
                }
            }
            for thread in 0..<6 {
                group.addTask {
                    try await onThread { try Self.readMany(fetch, expected, random.photoIndex, thread) }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func readMany(
        _ fetch: IndexFetch, _ expected: [Asset], _ photoIndex: PhotoIndexDatabase, _ thread: Int
    ) throws {
        for round in 0..<40 {
            let offset = (thread * 40 + round) * 2 % 480
            #expect(try fetch.assets(offset, 20) == Array(expected[offset..<offset + 20]))
            #expect(try photoIndex.fetch(.all, .includingHidden).count() >= 500)
        }
    }

    @Test("A state of the index is read no further once the caller is cancelled, also while another thread reads")
    func stopping() async throws {
        try await onThread {
            let random = try RandomIndex(seed: 43, count: 2000)
            var options = FetchOptions.includingHidden
            options.sort = [SortKey(.byteSize)]
            let fetch = try random.photoIndex.fetch(.all, options)
            #expect {
                try fetch.count(cancellation: Cancellation { .deadline })
            } throws: {
                if case IndexError.stopped(.deadline) = $0 { true } else { false }
            }
            #expect(try fetch.count() == 2000)
        }
    }
}

@Suite("A cancellable lock")
struct CancellableLockTests {
    @Test("A cancellable lock is waited for no longer than the waiter wants it")
    func impatience() async throws {
        let lock = CancellableLock()
        let isTaken = Mutex(false)
        try await onThread {
            try lock.withLock(cancellation: .never) {
                isTaken.withLock { $0 = true }
                #expect(throws: IndexError.self) {
                    try lock.withLock(cancellation: Cancellation { .cancelled }) {}
                }
                #expect(lock.withLockIfFree {} == nil)
            }
        }
        #expect(isTaken.withLock { $0 })
        #expect(lock.withLockIfFree { 1 } == 1)
    }
}

extension FetchOptions {
    static var includingHidden: FetchOptions {
        var options = FetchOptions()
        options.hidden = .include
        return options
    }
}

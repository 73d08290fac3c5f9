import HTTPTypes
import Platform
import Testing

@testable import PickerServer

@Suite("Files that were made to be downloaded")
struct MadeFileTests {
    private final class Counter: Sendable {
        private let state = Mutex(0)
        var count: Int { state.withLock { $0 } }
        func add() { state.withLock { $0 += 1 } }
    }

    private static func content() -> MediaContent { MediaContent([1, 2, 3], filename: "a", mimeType: "b") }

    @Test("are made once for all who ask at a time, and for those who ask later")
    func once() async throws {
        let (files, counter) = (MadeFiles(), Counter())
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    let content = try await files.content("key", for: 1) {
                        counter.add()
                        try await Task.sleep(for: .milliseconds(50))
                        return Self.content()
                    }
                    #expect(content?.byteCount == 3)
                }
            }
            try await group.waitForAll()
        }
        _ = try await files.content("key", for: 1) { Self.content() }
        #expect(counter.count == 1)
        #expect(try await files.content("other", for: 1) { nil }?.byteCount == nil)
    }

    @Test("are made again after a failure")
    func failure() async throws {
        struct Failed: Error {}
        let files = MadeFiles()
        await #expect(throws: Failed.self) { try await files.content("key", for: 1) { throw Failed() } }
        #expect(try await files.content("key", for: 1) { Self.content() }?.byteCount == 3)
    }

    @Test(
        "are kept in a number that leaves descriptors for other things",
        arguments: [(nil, 64), (20, 4), (256, 16), (1024, 64), (65_536, 256), (UInt64.max, 256)] as [(UInt64?, Int)])
    func descriptors(limit: UInt64?, most: Int) {
        #expect(MadeFiles.capacity(descriptors: limit) == most)
    }

    @Test("are no more at once than there is room for, including those that are no longer kept but still read")
    func tooMany() async throws {
        let files = MadeFiles(mostFiles: 2)
        var read: [MediaContent?] = []
        for (client, key) in [(1, "a"), (2, "b")] as [(Int64, String)] {
            read.append(try await files.content(key, for: client) { Self.content() })
        }
        let error = await #expect(throws: ServerError.self) {
            try await files.content("c", for: 3) { Self.content() }
        }
        #expect(error?.status == .tooManyRequests && error?.retryAfter == 5)
        read.removeFirst()
        for key in ["c", "c"] { #expect(try await files.content(key, for: 3) { Self.content() }?.byteCount == 3) }
        // What is only kept makes room by itself.
        read = []
        for key in ["d", "e", "f"] { #expect(try await files.content(key, for: 3) { Self.content() }?.byteCount == 3) }
    }

    @Test("stay kept while they are read, also when another program finds no room, so that no part has them made again")
    func keptWhileRead() async throws {
        let (files, counter) = (MadeFiles(mostFiles: 2), Counter())
        let make: @Sendable () async throws -> MediaContent? = {
            counter.add()
            return Self.content()
        }
        let (first, second) = (try await files.content("a", for: 1, make), try await files.content("b", for: 2, make))
        await #expect(throws: ServerError.self) { try await files.content("c", for: 3, make) }
        // Another part of the same file.
        #expect(try await files.content("a", for: 1, make)?.byteCount == 3)
        #expect(counter.count == 2)
        #expect(first != nil && second != nil)
    }

    @Test("are at most half of them one program's, which may read each in several parts, and others get theirs")
    func share() async throws {
        let files = MadeFiles(mostFiles: 4)
        var read: [MediaContent?] = []
        for key in ["a", "b", "a", "b"] { read.append(try await files.content(key, for: 1) { Self.content() }) }
        let error = await #expect(throws: ServerError.self) {
            try await files.content("c", for: 1) { Self.content() }
        }
        #expect(error?.status == .tooManyRequests && error?.retryAfter == 5)
        // Another program reads one of the same files, and one of its own.
        for key in ["a", "c"] { read.append(try await files.content(key, for: 2) { Self.content() }) }
        await #expect(throws: ServerError.self) { try await files.content("c", for: 1) { Self.content() } }
        // One part of the file is still read.
        read.removeFirst()
        await #expect(throws: ServerError.self) { try await files.content("c", for: 1) { Self.content() } }
        read.remove(at: 1)
        #expect(try await files.content("c", for: 1) { nil }?.byteCount == 3)
    }

    @Test("count for a program only while it reads them, and not where nothing had to be made")
    func unread() async throws {
        let files = MadeFiles(mostFiles: 4)
        for key in ["a", "b", "c", "d", "e"] {
            #expect(try await files.content(key, for: 1) { Self.content() }?.byteCount == 3)
        }
        _ = try await files.content("nothing", for: 2) { nil }
        var read: [MediaContent?] = []
        for key in ["a", "b"] { read.append(try await files.content(key, for: 1) { Self.content() }) }
        #expect(try await files.content("nothing", for: 1) { Self.content() }?.byteCount == nil)
        #expect(read.count == 2)
    }

    @Test("are not made for one who left, unless another one waits")
    func left() async throws {
        let (files, counter) = (MadeFiles(), Counter())
        @Sendable func ask() async throws {
            _ = try await files.content("key", for: 1) {
                try await Task.sleep(for: .seconds(1))
                counter.add()
                return Self.content()
            }
        }
        let alone = Task { try await ask() }
        try await Task.sleep(for: .milliseconds(50))
        alone.cancel()
        await #expect(throws: CancellationError.self) { try await alone.value }
        #expect(counter.count == 0)
        let first = Task { try await ask() }
        let second = Task { try await ask() }
        try await Task.sleep(for: .milliseconds(50))
        first.cancel()
        try await second.value
        #expect(counter.count == 1)
    }
}

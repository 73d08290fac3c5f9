import BackendKit
import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("The bytes of a new asset", .timeLimit(.minutes(15))) struct SourceTests {
    private let script: LibraryScript
    private let received: Mailbox
    private let files: TemporaryFolder

    /// What the backend was given.
    private final class Mailbox: Sendable {
        let bytes = Mutex<[UInt8]?>(nil)
    }

    init() throws {
        let received = Mailbox()
        self.received = received
        files = try TemporaryFolder()
        script = try LibraryScript {
            $0.add = { (request, call) throws(PhotoError) in
                let all = try readToEnd(request, call)
                received.bytes.withLock { $0 = all }
                return sampleAsset(request.filename.replacing(".", with: "-"))
            }
        }
    }

    private func opened() async throws -> PhotoLibrary {
        let library = try await script.open()
        try await library.requestAuthorization()
        return library
    }

    private var receivedBytes: [UInt8]? { received.bytes.withLock { $0 } }

    @Test("The bytes of a new asset may be a file, which gives its name and its size, as often as it is added")
    func file() async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 >> 10) }
        try Data(bytes).write(to: URL(fileURLWithPath: files.path("photo.jpg")))
        let library = try await opened()
        let file = try NewAsset(path: files.path("photo.jpg"))
        #expect(file.filename == "photo.jpg" && file.byteSize == 1_000_000)
        for _ in 0..<2 {
            _ = try await library.add(file)
            #expect(receivedBytes == bytes)
        }
        #expect(try NewAsset(path: files.path("photo.jpg"), filename: "other").filename == "other")
        library.close()
    }

    @Test("The bytes of a new asset may be a file on a file system that knows no sizes")
    func fileWithoutSize() throws {
        #expect(try NewAsset(path: "/proc/version").byteSize == nil)
    }

    @Test(
        "The bytes of a new asset cannot be a file that is not there, or no file, with a message that begins with the path"
    )
    func noFile() throws {
        #expect(mkfifo(files.path("pipe"), 0o600) == 0)
        let wrong: [(String, PhotoStatus)] = [
            (files.path("none"), .notFound), (files.path, .invalidArgument), (files.path("pipe"), .invalidArgument),
            ("/dev/null", .invalidArgument),
        ]
        for (path, status) in wrong {
            let error = #expect(throws: PhotoError.self) { try NewAsset(path: path) }
            #expect(error?.status == status && error?.message.hasPrefix("\(path): ") == true)
        }
    }

    @Test("The bytes of a new asset that change while they are read are an error, not a mixture (lesson 2)")
    func changedFile() async throws {
        let path = files.path("photo.jpg")
        try Data(repeating: 1, count: 1_000_000).write(to: URL(fileURLWithPath: path))
        let library = try await opened()
        let file = try NewAsset(path: path)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 500_000)
        try handle.close()
        let error = await #expect(throws: PhotoError.self) { try await library.add(file) }
        #expect(error == PhotoError(.changed, "\(path): it changed while it was read; try again"))
        #expect(receivedBytes == nil)
        library.close()
    }

    @Test("The bytes of a new asset that become more while they are read are not read to an end that may never come")
    func growingFile() async throws {
        let path = files.path("photo.jpg")
        try Data(repeating: 1, count: 100_000).write(to: URL(fileURLWithPath: path))
        let read = Mailbox()
        script.answers.withLock {
            $0.add = { (request, call) throws(PhotoError) in
                while let piece = try request.next() { read.bytes.withLock { $0 = ($0 ?? []) + piece } }
                return sampleAsset("a")
            }
        }
        let library = try await opened()
        let file = try NewAsset(path: path)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(repeating: 2, count: 10_000_000))
        try handle.close()
        let error = await #expect(throws: PhotoError.self) { try await library.add(file) }
        #expect(error == PhotoError(.changed, "\(path): it changed while it was read; try again"))
        let given = read.bytes.withLock { $0 }
        #expect((given?.count ?? 0) < 1_000_000)
        library.close()
    }

    @Test("The bytes of a new asset may be a sequence of pieces of any size, which is not read far ahead")
    func pieces() async throws {
        let library = try await opened()
        let pieces = (0..<40).map { [UInt8](repeating: UInt8($0), count: $0 * 9_973 % 40_000) }
        let stream = AsyncStream { continuation in
            for piece in pieces { continuation.yield(piece) }
            continuation.finish()
        }
        _ = try await library.add(NewAsset(filename: "a.jpg", pieces: stream))
        #expect(receivedBytes == Array(pieces.joined()))
        #expect(script.heard.withLock { $0.added.last?.byteSize } == nil)
        library.close()
    }

    @Test(
        "The bytes of a new asset of a sequence wait for room: no more than a few pieces are taken before they are read"
    )
    func backPressure() async throws {
        let gate = Latch()
        script.answers.withLock {
            $0.add = { (request, call) throws(PhotoError) in
                gate.pass()
                _ = try readToEnd(request, call)
                return sampleAsset(request.filename.replacing(".", with: "-"))
            }
        }
        let library = try await opened()
        let counted = CountedPieces(count: 50)
        let task = Task { try await library.add(NewAsset(filename: "a.jpg", pieces: counted)) }
        await script.log.wait(for: "add a.jpg")
        await counted.log.wait(for: "next", count: 4)
        for _ in 0..<1000 { await Task.yield() }
        #expect(counted.log.count(of: "next") <= 6)
        gate.open()
        _ = try await task.value
        #expect(counted.log.count(of: "next") == 51)
        library.close()
    }

    @Test("The bytes of a new asset that end in an error end the addition with it")
    func failingSequence() async throws {
        let library = try await opened()
        for (thrown, expected) in [
            (PhotoError(.tooLarge, "too much") as any Error, PhotoStatus.tooLarge), (CancellationError(), .cancelled),
            (POSIXError(.EIO), .io),
        ] {
            let stream = AsyncThrowingStream<[UInt8], any Error> { continuation in
                continuation.yield([1, 2, 3])
                continuation.finish(throwing: thrown)
            }
            let error = await #expect(throws: PhotoError.self) {
                try await library.add(NewAsset(filename: "a.jpg", pieces: stream))
            }
            #expect(error?.status == expected)
        }
        #expect(receivedBytes == nil)
        library.close()
    }

    @Test(
        "The bytes of a new asset that never come hold up neither a cancelled task nor a library that is closed",
        arguments: [true, false])
    func stalled(byClosing: Bool) async throws {
        let library = try await opened()
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        continuation.yield([1, 2, 3])
        let task = Task { try await library.add(NewAsset(filename: "a.jpg", pieces: stream)) }
        await script.log.wait(for: "add a.jpg")
        if byClosing { library.close() } else { task.cancel() }
        let error = await #expect(throws: PhotoError.self) { try await task.value }
        #expect(error?.status == (byClosing ? .closed : .cancelled))
        #expect(receivedBytes == nil)
        await script.log.wait(for: "add a.jpg ended")
        library.close()
        continuation.finish()
    }
}

/// Says when it is asked for a piece.
private struct CountedPieces: AsyncSequence, Sendable {
    let count: Int
    let log = EventLog()

    struct Iterator: AsyncIteratorProtocol {
        let log: EventLog
        var rest: Int

        mutating func next() async -> [UInt8]? {
            log.add("next")
            guard rest > 0 else { return nil }
            rest -= 1
            return [UInt8](repeating: 7, count: 1000)
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(log: log, rest: count) }
}

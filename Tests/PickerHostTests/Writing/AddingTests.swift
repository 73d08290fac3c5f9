import BackendKit
import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("Adding to a library", .timeLimit(.minutes(15))) struct AddingTests {
    private let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }

    /// A library that may be added to, and what it is given.
    private func opened(
        _ choice: BackendChoice = .path(ScriptedBackends.first),
        _ change: (inout LibraryScript.Answers) -> Void = { _ in }
    ) async throws -> (PhotoLibrary, LibraryScript) {
        let script = try LibraryScript(change)
        let library = try await script.open(choice)
        try await library.requestAuthorization()
        return (library, script)
    }

    @Test(
        "Adding to a library gives the backend the bytes in order, the wanted name and the album, and reports how far it is"
    )
    func add() async throws {
        let received = Mutex<[UInt8]>([])
        let (library, script) = try await opened {
            $0.add = { (request, call) throws(PhotoError) in
                let all = try readToEnd(request, call)
                received.withLock { $0 = all }
                return sampleAsset("new")
            }
        }
        let album = try await library.createAlbum(title: "Coast")
        #expect(album.localIdentifier == "album-Coast" && album.isEditable)
        let progress = Mutex<[Int64]>([])
        let asset = try await library.add(NewAsset(filename: "a.jpg", bytes: bytes), to: album) { done, total in
            progress.withLock { $0.append(total == 700_000 ? done : -1) }
        }
        #expect(asset == sampleAsset("new") && received.withLock { $0 } == bytes)
        let added = AddedFile(filename: "a.jpg", collection: "album-Coast", byteSize: 700_000)
        #expect(script.heard.withLock { $0.added } == [added])
        let steps = progress.withLock { $0 }
        #expect(steps.count > 2 && steps == steps.sorted() && steps.last == 700_000)
        library.close()
    }

    @Test("Adding to a library passes on what the backend says")
    func refused() async throws {
        let (library, _) = try await opened {
            $0.add = { (_, _) throws(PhotoError) in throw PhotoError(.io, "the disk is full", systemErrno: ENOSPC) }
        }
        let error = await #expect(throws: PhotoError.self) {
            try await library.add(NewAsset(filename: "a.jpg", bytes: [1]))
        }
        #expect(error == PhotoError(.io, "the disk is full", systemErrno: ENOSPC))
        await #expect(throws: PhotoError(.invalidArgument, "no title")) { try await library.createAlbum(title: "/") }
        library.close()
    }

    @Test("Adding to a library before authorization is an error at once, and touches no backend")
    func unauthorized() async throws {
        let script = try LibraryScript { $0.authorization = .denied }
        let library = try await script.open()
        for _ in 0..<2 {
            let error = await #expect(throws: PhotoError.self) {
                try await library.add(NewAsset(filename: "a.jpg", bytes: [1]))
            }
            #expect(error?.status == .accessDenied)
            await #expect(throws: PhotoError.self) { try await library.createAlbum(title: "A") }
            try await library.requestAuthorization()
        }
        #expect(script.log.count(of: "add a.jpg") == 0 && script.heard.withLock { $0.albumTitles.isEmpty })
        library.close()
    }

    @Test("Adding to a library is unsupported where the backend does not offer it")
    func unsupported() async throws {
        let (library, _) = try await opened(.path(ScriptedBackends.plain))
        let error = await #expect(throws: PhotoError.self) {
            try await library.add(NewAsset(filename: "a.jpg", bytes: [1]))
        }
        #expect(error?.status == .unsupported && error?.message.contains("scripted-plain") == true)
        library.close()
    }

    @Test("Adding to a library is a defect of a backend that has the capability and not the functions (R6.5)")
    func noExtension() async throws {
        let (library, _) = try await opened { $0.hidesExtensions = true }
        let error = await #expect(throws: PhotoError.self) { try await library.createAlbum(title: "A") }
        #expect(error?.status == .internal)
        library.close()
    }

    @Test("Adding to a library is no success where the backend says so and has not read all bytes")
    func partial() async throws {
        let (library, _) = try await opened {
            $0.add = { (request, _) throws(PhotoError) in
                _ = try request.next()
                return sampleAsset("a")
            }
        }
        // Whether it knows how many there are, or finds the end by reading.
        let pieces = AsyncStream<[UInt8]> { continuation in
            continuation.yield([1, 2, 3])
            continuation.finish()
        }
        for asset in [NewAsset(filename: "a.jpg", bytes: bytes), NewAsset(filename: "a.jpg", pieces: pieces)] {
            let error = await #expect(throws: PhotoError.self) { try await library.add(asset) }
            #expect(error?.status == .internal && error?.message.contains("read only") == true)
        }
        // Who has as many bytes as there are need not ask for the end.
        _ = try await library.add(NewAsset(filename: "a.jpg", bytes: [1, 2, 3]))
        library.close()
    }

    @Test("Adding to a library is no success where the backend says so and fewer bytes came than were announced")
    func short() async throws {
        let (library, _) = try await opened {
            $0.add = { (request, call) throws(PhotoError) in
                _ = try readToEnd(request, call)
                return sampleAsset("a")
            }
        }
        let pieces = AsyncStream<[UInt8]> { continuation in
            continuation.yield([1, 2, 3])
            continuation.finish()
        }
        let error = await #expect(throws: PhotoError.self) {
            try await library.add(NewAsset(filename: "a.jpg", byteSize: 4, pieces: pieces))
        }
        #expect(error?.status == .internal && error?.message.contains("read only 3 bytes of it") == true)
        library.close()
    }

    @Test("Adding to a library goes one at a time, and holds up no other request")
    func serialised() async throws {
        let gate = Latch()
        let running = Atomic(0)
        let most = Atomic(0)
        let script = try LibraryScript {
            $0.add = { (request, _) throws(PhotoError) in
                _ = try request.next()
                most.max(running.add(1, ordering: .sequentiallyConsistent).newValue, ordering: .sequentiallyConsistent)
                gate.pass()
                running.subtract(1, ordering: .sequentiallyConsistent)
                return sampleAsset(request.filename.replacing(".", with: "-"))
            }
        }
        let library = try await script.open(threads: 1)
        try await library.requestAuthorization()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                group.addTask { _ = try await library.add(NewAsset(filename: "\(number)", bytes: [1])) }
            }
            while running.load(ordering: .sequentiallyConsistent) == 0 { await Task.yield() }
            #expect(try await library.collections().isEmpty)
            gate.open()
            try await group.waitForAll()
        }
        #expect(most.load(ordering: .sequentiallyConsistent) == 1)
        #expect(script.heard.withLock { Set($0.added.map(\.filename)).count } == 12)
        library.close()
    }

    @Test("Adding to a library ends early when its task is cancelled")
    func cancelled() async throws {
        let (library, script) = try await opened {
            $0.add = { (_, call) throws(PhotoError) in try waitForEnd(of: call) }
        }
        let task = Task { try await library.add(NewAsset(filename: "a.jpg", bytes: [1])) }
        await script.log.wait(for: "add a.jpg")
        task.cancel()
        let error = await #expect(throws: PhotoError.self) { try await task.value }
        #expect(error?.status == .cancelled)
        library.close()
    }

    @Test(
        "Adding to a library ends on the old backend when that is swapped meanwhile, and goes to the new one after that"
    )
    func swap() async throws {
        let gate = Latch()
        let (library, script) = try await opened {
            $0.add = { (request, call) throws(PhotoError) in
                gate.pass()
                _ = try readToEnd(request, call)
                return sampleAsset(request.filename.replacing(".", with: "-"))
            }
        }
        let first = Task { try await library.add(NewAsset(filename: "first", bytes: [1, 2, 3])) }
        await script.log.wait(for: "add first")
        try await library.swap(to: .path(ScriptedBackends.second))
        #expect(script.log.count(of: "begin_shutdown") == 0)
        gate.open()
        #expect(try await first.value.localIdentifier == "first")
        await script.log.wait(for: "close")
        _ = try await library.add(NewAsset(filename: "second", bytes: [1]))
        let events = [
            "open scripted-one", "add first", "open scripted-two", "add first ended", "begin_shutdown", "close",
            "add second", "add second ended",
        ]
        #expect(script.log.events == events)
        library.close()
    }

    @Test("Adding to a library ends with close, and cannot begin after it")
    func closed() async throws {
        let (library, script) = try await opened {
            $0.add = { (_, call) throws(PhotoError) in try waitForEnd(of: call) }
        }
        let task = Task { try await library.add(NewAsset(filename: "a.jpg", bytes: [1])) }
        await script.log.wait(for: "add a.jpg")
        library.close()
        let error = await #expect(throws: PhotoError.self) { try await task.value }
        #expect(error?.status == .closed)
        await #expect(throws: PhotoError(.closed, "the library is closed")) {
            try await library.createAlbum(title: "A")
        }
    }
}

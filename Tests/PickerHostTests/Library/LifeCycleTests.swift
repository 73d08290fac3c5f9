import BackendKit
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("The life of a library", .timeLimit(.minutes(15))) struct LifeCycleTests {
    private static let once = ["begin_shutdown", "close"]

    private func lifeEvents(_ script: LibraryScript) -> [String] {
        script.log.events.filter { $0 == "begin_shutdown" || $0 == "close" || $0.hasSuffix("AFTER CLOSE") }
    }

    @Test("The life of a library ends with begin_shutdown and close, once each, however often it is closed")
    func closedTwice() async throws {
        let script = try LibraryScript()
        let library = try await script.open()
        _ = try await library.collections()
        library.close()
        library.close()
        await script.log.wait(for: "close")
        #expect(lifeEvents(script) == Self.once)
        let error = await #expect(throws: PhotoError.self) { try await library.collections() }
        #expect(error == PhotoError(.closed, "the library is closed"))
        await #expect(throws: PhotoError.self) { try await library.swap(to: .path(ScriptedBackends.second)) }
        #expect(script.heard.withLock { $0.openRequests.count } == 1)
    }

    @Test(
        "The life of a library begins once its backend was probed in this process, though it was tried in another (R13.1)"
    )
    func probedFirst() async throws {
        let folder = try PluginFolder()
        let path = try folder.add("answers/opens_when_probed")
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: folder.photos.path, backend: .path(path)), registry: folder.registry)
        #expect(try await library.collections().count == 2)
        library.close()
    }

    @Test("The life of a library ends with the last reference to it")
    func dropped() async throws {
        let script = try LibraryScript()
        var library: PhotoLibrary? = try await script.open()
        _ = try await library?.collections()
        library = nil
        await script.log.wait(for: "close")
        #expect(lifeEvents(script) == Self.once)
    }

    @Test("The life of a library ends with the last reference to it, though its changes are still observed")
    func droppedWhileObserved() async throws {
        let script = try LibraryScript()
        var library: PhotoLibrary? = try await script.open()
        try await library?.requestAuthorization()
        let stream = try #require(try library?.changeEvents())
        await script.log.wait(for: "observe")
        library = nil
        for await _ in stream {}
        await script.log.wait(for: "close")
        #expect(lifeEvents(script) == Self.once)
    }

    @Test("The life of a library ends calls in flight early, and closes after them")
    func callsInFlight() async throws {
        let script = try LibraryScript {
            $0.image = { (_, _, call, _) throws(PhotoError) in try waitForEnd(of: call) }
        }
        let library = try await script.open()
        let task = Task {
            try await library.requestImage(for: "a", options: ImageOptions(targetSize: nil)).finalImage()
        }
        await script.log.wait(for: "image a")
        library.close()
        let error = await #expect(throws: PhotoError.self) { try await task.value }
        #expect(error?.status == .closed)
        await script.log.wait(for: "close")
        #expect(Array(script.log.events.suffix(2)) == ["image a ended", "close"])
        #expect(lifeEvents(script) == Self.once)
    }

    @Test("The life of a library lets a fetch result answer CLOSED after close, and closes when it is gone (lesson 1)")
    func fetchResultAfterClose() async throws {
        let script = try LibraryScript { $0.assets = [sampleAsset("a")] }
        let library = try await script.open()
        var result: FetchResult? = try await library.fetch()
        library.close()
        for call in [
            { _ = try await result?.count() }, { _ = try await result?.window(offset: 0, length: 1) },
            { _ = try await result?.index(of: "a") },
        ] as [() async throws -> Void] {
            let error = await #expect(throws: PhotoError.self) { try await call() }
            #expect(error?.status == .closed)
        }
        #expect(lifeEvents(script) == ["begin_shutdown"])
        result = nil
        await script.log.wait(for: "close")
        #expect(script.log.events.suffix(2) == ["fetch released", "close"])
    }

    @Test("The life of a library does not end with close while its backend is still in begin_shutdown")
    func slowShutdown() async throws {
        let gate = Latch()
        let script = try LibraryScript { $0.onShutdown = { gate.pass() } }
        let library = try await script.open()
        library.state.withLock { $0.current }.shutDown(Generation.Patience(milliseconds: 50))
        #expect(lifeEvents(script) == ["begin_shutdown"])
        gate.open()
        await script.log.wait(for: "close")
        #expect(lifeEvents(script) == Self.once)
        library.close()
    }

    @Test("The life of a library ends for all of its backends at once, so that none waits for one that hangs")
    func togetherAfterSwap() async throws {
        let (arrived, alone) = (Monitor(0), Monitor(0))
        let script = try LibraryScript {
            $0.assets = [sampleAsset("a")]
            $0.onShutdown = {
                arrived.withLock { $0 += 1 }
                arrived.wakeAll()
                let others: Bool? = arrived.wait(milliseconds: 60_000) { $0 == 2 ? true : nil }
                if others == nil { alone.withLock { $0 += 1 } }
            }
        }
        let library = try await script.open()
        let result = try await library.fetch()
        try await library.swap(to: .path(ScriptedBackends.second))
        let generations = library.state.withLock { $0.retired + [$0.current] }
        #expect(generations.count == 2)
        try await onThread { Generation.shutDown(generations, Generation.Patience(milliseconds: 600_000)) }
        #expect(alone.withLock { $0 } == 0)
        #expect(script.log.count(of: "begin_shutdown") == 2)
        withExtendedLifetime(result) {}
        library.close()
    }

    @Test("The life of a library ends also for fetch results of a backend that was swapped away")
    func closedAfterSwap() async throws {
        let script = try LibraryScript { $0.assets = [sampleAsset("a")] }
        let library = try await script.open()
        var result: FetchResult? = try await library.fetch()
        try await library.swap(to: .path(ScriptedBackends.second))
        #expect(try await result?.count() == 1)
        library.close()
        await #expect(throws: PhotoError(.closed, "the library is closed")) { try await result?.count() }
        result = nil
        await script.log.wait(for: "close", count: 2)
        #expect(script.log.count(of: "begin_shutdown") == 2)
    }

    @Test(
        "The life of a library does not begin when the folder is missing or is none",
        arguments: [
            ("/no/such/folder", PhotoStatus.notFound), ("/dev/null", .invalidArgument),
        ])
    func badRoot(root: String, status: PhotoStatus) async throws {
        let error = await #expect(throws: PhotoError.self) {
            _ = try await PhotoLibrary.open(LibraryConfiguration(root: root), registry: ScriptedBackends.registry)
        }
        #expect(error?.status == status && error?.message.hasPrefix("\(root): ") == true)
    }

    @Test("The life of a library closes the fetch that came while the library was closing")
    func fetchDuringClose() async throws {
        let gate = Latch()
        let script = try LibraryScript { $0.onFetch = { gate.pass() } }
        let library = try await script.open()
        let task = Task { try await library.fetch() }
        await script.log.wait(for: "fetch")
        library.close()
        gate.open()
        let error = await #expect(throws: PhotoError.self) { try await task.value }
        #expect(error?.status == .closed)
        await script.log.wait(for: "close")
        #expect(script.log.events.suffix(2) == ["fetch released", "close"])
    }
}

import PhotoModel
import Platform
import Testing

@testable import PickerHost

/// What a `ProgressHandler` heard.
final class ProgressLog: Sendable {
    private let steps = Mutex<[CallProgress]>([])
    var handler: ProgressHandler { { progress in self.steps.withLock { $0.append(progress) } } }
    var heard: [CallProgress] { steps.withLock { $0 } }
}

@Suite("An index", .timeLimit(.minutes(15))) struct IndexTests {
    @Test("An index is brought up to date on request, with progress in files and a report")
    func refresh() async throws {
        let shelf = try PhotoShelf(["a", "b", "c"])
        let library = try await shelf.open()
        let progress = ProgressLog()
        var expected = IndexReport()
        expected.files = 3
        expected.folders = 1
        expected.assets = 3
        #expect(try await library.refreshIndex(progress: progress.handler) == expected)
        expected.filesRead = 3
        #expect(try await library.refreshIndex(.rebuild) == expected)
        #expect(progress.heard == (1...3).map { CallProgress(done: $0, total: 3) })
        library.close()
    }

    @Test("An index is unsupported where the backend keeps none, with words that help")
    func unsupported() async throws {
        let script = try LibraryScript()
        let library = try await script.open()
        let error = await #expect(throws: PhotoError.self) { try await library.refreshIndex() }
        #expect(error?.status == .unsupported && error?.message.contains("scripted-one keeps no index") == true)
        library.close()
    }

    @Test("An index stops being brought up to date when the task is cancelled, and other calls go on meanwhile")
    func cancelled() async throws {
        let shelf = try PhotoShelf(["a"])
        let library = try await shelf.open(threads: 1)
        shelf.state.withLock { $0.isSilent = true }
        let task = Task { try await library.refreshIndex() }
        await shelf.log.wait(for: "refresh")
        #expect(try await library.count(of: .all) == 1)
        task.cancel()
        let error = await #expect(throws: PhotoError.self) { try await task.value }
        #expect(error?.status == .cancelled)
        library.close()
    }

    @Test("An index is built while the library opens or is swapped, which reports how far it is")
    func opening() async throws {
        let shelf = try PhotoShelf()
        let opened = ProgressLog()
        let swapped = ProgressLog()
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: shelf.root, backend: .path(ScriptedBackends.coarse)),
            registry: ScriptedBackends.registry, progress: opened.handler)
        try await library.swap(to: .path(ScriptedBackends.detailed), progress: swapped.handler)
        let steps = [CallProgress(done: 10), CallProgress(done: 20), CallProgress(done: 30, total: 30)]
        #expect(opened.heard == steps && swapped.heard == steps)
        library.close()
    }

    @Test("An index that is being built can be given up")
    func openingCancelled() async throws {
        let shelf = try PhotoShelf()
        shelf.state.withLock { $0.isSilent = true }
        let task = Task { try await shelf.open() }
        await shelf.log.wait(for: "open")
        task.cancel()
        let error = await #expect(throws: PhotoError.self) { _ = try await task.value }
        #expect(error?.status == .cancelled)
    }
}

@Suite("Searching a library", .timeLimit(.minutes(15))) struct SearchTests {
    @Test("Searching a library gives a fetch result of what matches")
    func matches() async throws {
        let shelf = try PhotoShelf(["oak", "beech", "oakum"])
        let library = try await shelf.open()
        let result = try await library.search("oak", in: .all, options: FetchOptions(mediaTypes: .image))
        #expect(try await result.window(offset: 0, length: 9).map(\.localIdentifier) == ["oak", "oakum"])
        #expect(result.request == FetchRequest(.all, options: FetchOptions(mediaTypes: .image), searchText: "oak"))
        shelf.insert("soak", time: 5)
        #expect(try await library.fetch(result.request).count() == 3)
        #expect(try await result.count() == 2)
        library.close()
    }

    @Test("Searching a library is unsupported where the backend does not search, with words that help")
    func unsupported() async throws {
        let script = try LibraryScript()
        let library = try await script.open()
        let error = await #expect(throws: PhotoError.self) { try await library.search("oak") }
        #expect(error?.status == .unsupported && error?.message.contains("scripted-one does not search") == true)
        library.close()
    }
}

@Suite("Changes since a token", .timeLimit(.minutes(15))) struct ChangesSinceTests {
    @Test("Changes since a token are those that came after it, with a token to go on from")
    func sinceToken() async throws {
        let shelf = try PhotoShelf(["a"])
        let library = try await shelf.open()
        let now = try await library.changes(since: nil)
        #expect(now.count == 1 && now[0].identifiers.isEmpty && now[0].token != nil)
        #expect(try await library.changes(since: now[0].token).isEmpty)
        shelf.insert("b", time: 3)
        shelf.remove("a")
        let changes = try await library.changes(since: now[0].token)
        #expect(changes.map(\.kind) == [.inserted, .removed] && changes.map(\.identifiers) == [["b"], ["a"]])
        #expect(try await library.changes(since: changes.last?.token).isEmpty)
        library.close()
    }

    @Test(
        "Changes since a token are refused for what is no token, for one that is too old, and where there is no record")
    func refused() async throws {
        let shelf = try PhotoShelf()
        let library = try await shelf.open()
        shelf.state.withLock { $0.oldestToken = 5 }
        for (token, status) in [([UInt8]("x".utf8), PhotoStatus.invalidArgument), (Array("1".utf8), .notFound)] {
            let error = await #expect(throws: PhotoError.self) { try await library.changes(since: token) }
            #expect(error?.status == status)
        }
        try await library.swap(to: .path(ScriptedBackends.coarse))
        let error = await #expect(throws: PhotoError.self) { try await library.changes(since: nil) }
        #expect(error?.status == .unsupported)
        library.close()
    }
}

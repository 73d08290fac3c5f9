import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import Platform
import TestSupport
import Testing

@testable import PickerServer

@Suite("A library whose index is made while it is served")
struct ServedIndexTests {
    private let photos: FixtureFolder
    private let data: TemporaryFolder

    init() throws {
        photos = try FixtureFolder()
        for index in 0..<30 { try photos.write("Album/\(index).jpg") }
        data = try TemporaryFolder()
    }

    /// How the server opens it: with the index as it is.
    private var configuration: LibraryConfiguration {
        var configuration = LibraryConfiguration(
            root: photos.path, backend: .id("fetch-result"), dataDirectory: data.path)
        configuration.refreshesIndex = false
        return configuration
    }

    /// Keeps the index from being made, as another process does that is at it.
    private func holdIndex() async throws -> OwnedDescriptor {
        let registry = BackendRegistry(searchPath: .standard(environment: nil))
        // Opening makes the folder.
        try await PhotoLibrary.open(configuration, registry: registry).close()
        let folders = try FileManager.default.contentsOfDirectory(atPath: data.path("libraries"))
        let path = data.path("libraries/\(try #require(folders.first))/catalog.refresh.lock")
        let lock = try OwnedDescriptor.open(path, [.readAndWrite, .create], permissions: 0o600)
        try lock.borrowed.lock()
        return lock
    }

    private func indexState(_ server: TestServer) async throws -> [String: Any] {
        try #require(try await server.json("session")["index"] as? [String: Any])
    }

    @Test("pages are notified once a second at most, also where steps arrive in another order than they were made")
    func steps() {
        let second: UInt64 = 1_000_000_000
        var progress = ServedIndex.Progress(.ready)
        let times = [2 * second, 2 * second - 1, 3 * second - 1, 3 * second, second]
        let news = times.enumerated().map { progress.note(.reading(done: $0.offset, total: nil), at: $0.element) }
        #expect(news == [true, false, false, true, false])
        #expect(progress.state == .reading(done: 4, total: nil))
    }

    @Test("everything answers before the index is made, and says so; then the photos are there")
    func answersMeanwhile() async throws {
        let lock = Mutex(Optional(Held(try await holdIndex())))
        try await TestServer.run(configuration) { server async throws in
            #expect(try await server.owner.get("/").status == 200)
            let before = try await indexState(server)
            #expect(before["state"] as? String == "reading")
            #expect(before["done"] as? Int == 0 && before["total"] is NSNull && before["message"] is NSNull)
            #expect(try await server.assets().isEmpty)
            let events = try await server.owner.stream("/picker/v1/events")
            _ = try await events.read(until: ": open")
            lock.withLock { $0 = nil }
            _ = try await events.read(until: "event: libraryChanged")
            while try await indexState(server)["state"] as? String == "reading" { await Task.yield() }
            let after = try await indexState(server)
            #expect(after["state"] as? String == "ready" && after["done"] is NSNull)
            #expect(try await server.assets().count == 30)
        }
    }

    @Test("how far it is, is reported step by step, after the address")
    func progress() async throws {
        let log = Mutex<[IndexState]>([])
        let record = { @Sendable (state: IndexState) in log.withLock { $0.append(state) } }
        try await TestServer.run(configuration, onIndexState: record) { server async throws in
            while try await indexState(server)["state"] as? String == "reading" { await Task.yield() }
        }
        let states = log.withLock { $0 }
        #expect(states.last == .ready)
        let done = states.compactMap { if case .reading(let done, _) = $0 { done } else { nil } }
        #expect(done.last == 30 && done == done.sorted())
    }

    @Test("an index that cannot be made is a state with its reason, and what is there is served")
    func failed() async throws {
        // A folder where the lock should be.
        try await holdIndexFile { path in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        try await TestServer.run(configuration) { server async throws in
            while try await indexState(server)["state"] as? String == "reading" { await Task.yield() }
            let state = try await indexState(server)
            #expect(state["state"] as? String == "failed")
            #expect((state["message"] as? String)?.contains("Is a directory") == true, "\(state)")
            #expect(try await server.json("collections")["collections"] is [Any])
        }
    }

    private func holdIndexFile(_ change: (String) throws -> Void) async throws {
        _ = try await holdIndex()
        let folders = try FileManager.default.contentsOfDirectory(atPath: data.path("libraries"))
        let path = data.path("libraries/\(try #require(folders.first))/catalog.refresh.lock")
        try FileManager.default.removeItem(atPath: path)
        try change(path)
    }

    @Test("a server ends while its index waits")
    func endsMeanwhile() async throws {
        let lock = Held(try await holdIndex())
        try await TestServer.run(configuration) { server async throws in
            #expect(try await indexState(server)["state"] as? String == "reading")
            await server.end()
        }
        withExtendedLifetime(lock) {}
    }
}

/// A descriptor that is closed when nothing refers to it.
private final class Held: Sendable {
    let descriptor: OwnedDescriptor
    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
}

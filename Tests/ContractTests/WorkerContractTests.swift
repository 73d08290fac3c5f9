import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import TestSupport
import Testing

@Suite("A library in a worker that ends", .timeLimit(.minutes(15)))
struct WorkerContractTests {
    /// The plugin in a file of its own, so that its workers are not confused with those of other tests.
    private struct Shelf {
        let photos: FixtureFolder
        let copies: TemporaryFolder
        let plugin: String
        let backend: BackendUnderTest

        init(_ backend: BackendUnderTest) throws {
            self.backend = backend
            photos = try FixtureFolder()
            copies = try TemporaryFolder()
            plugin = copies.path("libCopy.so")
            try FileManager.default.copyItem(atPath: backend.plugin, toPath: plugin)
            for index in 0..<3 { try photos.writePhoto("\(index).jpg", width: 32, height: 24) }
        }

        func open() async throws -> PhotoLibrary {
            let configuration = try await backend.configuration(photos.path, .path(plugin))
            let library = try await PhotoLibrary.open(
                configuration, registry: BackendRegistry(searchPath: .built, isolation: .worker))
            try await library.requestAuthorization()
            return library
        }

        var workers: [pid_t] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return names.compactMap { pid_t($0) }.filter { process in
                let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
                let arguments = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
                return arguments.dropFirst() == ["worker", plugin]
            }
        }

        func killWorkers() throws {
            let workers = workers
            try #require(!workers.isEmpty)
            for worker in workers { kill(worker, SIGKILL) }
        }
    }

    @Test(
        "is still observed: a reload is reported, and then what changes",
        arguments: IngestedFolders.isThere ? ["postgres"] : ["fetch-result", "heif"])
    func observed(id: String) async throws {
        let shelf = try Shelf(BackendUnderTest(id: id))
        let library = try await shelf.open()
        defer { library.close() }
        var changes = try library.changes(includingSubscriptionStart: true).makeAsyncIterator()
        _ = await changes.next()
        try shelf.killWorkers()
        while let change = await changes.next(), change != .reload {}
        try shelf.photos.writePhoto("second.jpg", width: 32, height: 24)
        if !shelf.backend.isOverFolders { _ = try await IngestedFolders.shared.place(of: shelf.photos.path) }
        #expect(await changes.next() != nil)
        while try await library.fetch().count() < 4 { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test(
        "is listed to the end, whatever the backend",
        arguments: IngestedFolders.isThere ? ["postgres"] : ["legacy-group", "fetch-result", "heif"])
    func listed(id: String) async throws {
        let shelf = try Shelf(BackendUnderTest(id: id))
        let library = try await shelf.open()
        let result = try await library.fetch()
        let count = try await result.count()
        var names: [String] = []
        for offset in 0..<count {
            names += try await result.window(offset: offset, length: 1).map(\.filename)
            try shelf.killWorkers()
        }
        #expect(names.sorted() == ["0.jpg", "1.jpg", "2.jpg"])
        library.close()
        #expect(shelf.workers.isEmpty)
    }
}

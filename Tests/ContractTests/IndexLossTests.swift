import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import TestSupport
import Testing

@Suite(
    "An index that is lost while it serves", .timeLimit(.minutes(15)),
    .overFolders(because: "there is no index on the disk"))
struct IndexLossTests {
    private let photos: FixtureFolder
    private let data: TemporaryFolder

    init() throws {
        photos = try FixtureFolder()
        data = try TemporaryFolder()
        for number in 0..<300 { try photos.write("folder/\(number).jpg") }
    }

    private func open(_ isolation: BackendIsolation) async throws -> PhotoLibrary {
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: photos.path, backend: .id("fetch-result"), dataDirectory: data.path),
            registry: BackendRegistry(searchPath: .built, isolation: isolation))
        try await library.requestAuthorization()
        return library
    }

    private var index: String {
        get throws {
            let libraries = data.path("libraries")
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: libraries).first)
            return "\(libraries)/\(name)/catalog.sqlite"
        }
    }

    private enum Loss: CaseIterable { case unlinked, allUnlinked, emptied, overwritten, replaced }

    private static func lose(_ index: String, _ loss: Loss) throws {
        let url = URL(fileURLWithPath: index)
        switch loss {
        case .unlinked: try FileManager.default.removeItem(atPath: index)
        case .allUnlinked:
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: index + suffix) }
        case .emptied: try FileHandle(forUpdating: url).truncate(atOffset: 0)
        case .overwritten:
            let file = try FileHandle(forUpdating: url)
            let size = try file.seekToEnd()
            try file.seek(toOffset: 0)
            try file.write(contentsOf: Data(repeating: 0x55, count: Int(size)))
        case .replaced: try Data("not an index".utf8).write(to: url, options: .atomic)
        }
    }

    /// What a client sees that asks again when it is refused.
    private func window(_ library: PhotoLibrary, holds names: Set<String>) async throws {
        let deadline = ContinuousClock.now + .seconds(180)
        var last = "nothing"
        while ContinuousClock.now < deadline {
            do {
                let assets = try await library.fetch(.all).window(offset: 0, length: 500)
                if Set(assets.map(\.filename)) == names { return }
                last = "\(assets.count) assets"
            } catch {
                last = "\(error)"
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("the window stayed without the photos: \(last)")
    }

    @Test(
        "An index that is lost while it serves is made again without a restart, and follows the library again",
        arguments: Loss.allCases, [BackendIsolation.inProcess, .worker])
    private func lost(loss: Loss, isolation: BackendIsolation) async throws {
        let library = try await open(isolation)
        defer { library.close() }
        var names = Set((0..<300).map { "\($0).jpg" })
        let changes = try library.changeEvents()
        let before = try await library.fetch(.all)
        #expect(try await before.count() == 300)
        try Self.lose(try index, loss)
        try await window(library, holds: names)
        #expect(FileManager.default.fileExists(atPath: try index))
        try photos.write("folder/new.jpg")
        names.insert("new.jpg")
        try await window(library, holds: names)
        // What was fetched before is either as it was, or has to be fetched again.
        do {
            #expect(try await before.window(offset: 0, length: 500).count == 300)
        } catch {
            #expect(error.status == .changed || error.status == .io, "\(error)")
        }
        withExtendedLifetime(changes) {}
    }
}

import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("picker watch")
struct WatchTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        for name in ["1.jpg", "2.jpg", "b/3.jpg"] { try photos.write(name) }
    }

    /// Backends that watch. Each finds its changes in its own way; what is printed means the same.
    static let backends = ["legacy-group", "fetch-result"]

    @Test(
        "reports diffs which, applied to the listing at the start, give the later listing exactly, whatever happens to files",
        arguments: backends, [20_261, 20_262])
    func diffs(backend: String, seed: UInt64) async throws {
        let watched = try WatchedListing(picker, photos, "--backend", backend)
        try await watched.wait(forLines: 1)
        var script = FileScript(photos, seed: seed)
        for _ in 0..<TestExtent.choose(4, all: 10) {
            let before = watched.lineCount
            for _ in 0..<30 { try script.step() }
            try await watched.wait(forLines: before + 1)
        }
        let expected = try await picker("assets", "--json", "--library", photos.path, "--backend", backend)
        let end = try expected.jsonLines().map(ListedAsset.init)
        try await watched.wait("the listing is that of picker assets") { $0 == end }
        let result = try await watched.interrupt()
        #expect(result.status == 130 && result.errors.isEmpty, "\(result)")
    }

    @Test("begins with the number of assets, without the listing unless that is asked for")
    func start() async throws {
        let watched = try WatchedListing(picker, photos, listing: false)
        try await watched.wait(forLines: 1)
        let line = try #require(try await watched.interrupt().jsonLines().first)
        #expect(Set(line.keys) == ["event", "count", "assets", "token"])
        #expect(line["event"] as? String == "start" && line["count"] as? Int == 3 && line["assets"] is NSNull)
    }

    @Test("reports one album and one kind of media when asked to")
    func selection() async throws {
        let albums = try await picker("albums", "--library", photos.path, "--json").jsonLines()
        let album = try #require(albums.first { $0["title"] as? String == "b" }?["localIdentifier"] as? String)
        let watched = try WatchedListing(picker, photos, "--album", album, "--media", "image")
        try await watched.wait(forLines: 1)
        try photos.write("4.jpg")
        try photos.write("b/clip.mp4", SampleMedia.mp4)
        try photos.write("b/5.jpg")
        try await watched.wait("both photos are listed") {
            $0.map(\.relativePath) == ["b/3.jpg", "b/5.jpg"]
        }
        _ = try await watched.interrupt()
    }

    @Test("goes on by itself after the library's folder was away")
    func folderAway() async throws {
        let watched = try WatchedListing(picker, photos, "--backend", "fetch-result")
        try await watched.wait(forLines: 1)
        let away = photos.surroundings.path("away")
        try FileManager.default.moveItem(atPath: photos.path, toPath: away)
        // So that it is looked at while it is away.
        try Data([0]).write(to: URL(fileURLWithPath: "\(away)/other.txt"))
        try await watched.waitForErrors("the library is not observed")
        try FileManager.default.moveItem(atPath: away, toPath: photos.path)
        try photos.write("later.jpg")
        try await watched.wait("the new photo is listed") { list in list.contains { $0.relativePath == "later.jpg" } }
        _ = try await watched.interrupt()
    }

    @Test(
        "goes on by itself with another folder that took the place of the library's",
        arguments: backends, ["in-process", "worker"])
    func folderReplaced(backend: String, isolation: String) async throws {
        let watched = try WatchedListing(picker, photos, "--backend", backend, "--isolation", isolation)
        try await watched.wait(forLines: 1)
        // As a disk that is mounted again, or a copy that is restored.
        let former = photos.surroundings.path("former")
        try FileManager.default.moveItem(atPath: photos.path, toPath: former)
        try FileManager.default.copyItem(atPath: former, toPath: photos.path)
        try photos.write("later.jpg")
        try await watched.wait("the new photo is listed") { list in list.contains { $0.relativePath == "later.jpg" } }
        try photos.write("last.jpg")
        try await watched.wait("the last photo is listed") { list in list.contains { $0.relativePath == "last.jpg" } }
        _ = try await watched.interrupt()
    }

    @Test("goes on by itself after its worker was killed, and killed again at once", arguments: backends)
    func workerKilled(backend: String) async throws {
        let watched = try WatchedListing(picker, photos, "--backend", backend, "--isolation", "worker")
        try await watched.wait(forLines: 1)
        var killed: Set<Int32> = []
        // Each time the next one is started later.
        for _ in 0..<TestExtent.choose(2, all: 8) {
            let gone = killed
            let worker = try await until("a worker runs") { watched.workers.first { !gone.contains($0) } }
            kill(worker, SIGKILL)
            killed.insert(worker)
        }
        try photos.write("later.jpg")
        try await watched.wait("the new photo is listed") { list in list.contains { $0.relativePath == "later.jpg" } }
        _ = try await watched.interrupt()
    }

    @Test("reports in words what was added, changed and removed")
    func text() async throws {
        // In the order of names a photo that is rewritten stays where it is.
        let running = try picker.start("watch", "--library", photos.path, "--backend", "legacy-group")
        func wait(for text: String) async throws {
            _ = try await until("it says \(text)") {
                String(decoding: running.outputSoFar, as: UTF8.self).contains(text) ? true : nil
            }
        }
        try await wait(for: "watching 3 in \(photos.path)")
        try photos.write("new.jpg")
        try await wait(for: "1 added; now 4\n  + new.jpg\n")
        try FileManager.default.removeItem(atPath: photos.path("1.jpg"))
        try await wait(for: "1 removed; now 3\n")
        try photos.write("2.jpg", try SamplePhoto.jpeg(100, 80))
        try await wait(for: "1 changed; now 3\n  ~ 2.jpg\n")
        running.signal(SIGTERM)
        #expect(try await onThread { running.wait() }.status == 130)
    }

    @Test("ends quietly as soon as its reader has gone, also when nothing changes")
    func closedPipe() async throws {
        let script = "{ \"$picker\" watch --json --library \"$1\"; echo $? >&2; } | head -1"
        let result = try await picker.shell(script, photos.path)
        #expect(try result.jsonLines().count == 1)
        #expect(result.errors == "0\n", "\(result)")
    }

    @Test("ends with the reason when its album is gone")
    func albumGone() async throws {
        let albums = try await picker("albums", "--library", photos.path, "--json").jsonLines()
        let album = try #require(albums.first { $0["title"] as? String == "b" }?["localIdentifier"] as? String)
        let watched = try WatchedListing(picker, photos, "--album", album)
        try await watched.wait(forLines: 1)
        try FileManager.default.removeItem(atPath: photos.path("b"))
        let result = try await watched.end()
        #expect(result.status == 66 && result.errors.contains(album), "\(result)")
    }

    @Test("an order that the backend does not have is an error, not another order")
    func unsupportedOrder() async throws {
        let result = try await picker(
            "watch", "--library", photos.path, "--backend", "legacy-group", "--sort", "-created")
        result.expectFailure(69, naming: "sort-creation-time")
    }
}

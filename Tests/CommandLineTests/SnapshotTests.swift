import Foundation
import PhotoFixtures
import TestSupport
import Testing

/// Help texts and JSON keys are what people and scripts depend on; no change of them goes unseen.
@Suite("Snapshots of help and JSON")
struct SnapshotTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("trip/IMG_1.JPG", try SamplePhoto.jpeg(64, 48))
        try photos.write("trip/IMG_1.DNG", SampleMedia.dng)
        try photos.write("clip.mp4", SampleMedia.mp4)
        try photos.write("broken.jpg", [0xFF, 0xD8, 0xFF])
    }

    /// The words of all commands, as the program itself lists them.
    private func commands() async throws -> [[String]] {
        let dump = try await picker("--experimental-dump-help").json()
        return words(below: try #require(dump["command"] as? [String: Any]), after: [])
    }

    private func words(below command: [String: Any], after words: [String]) -> [[String]] {
        (command["subcommands"] as? [[String: Any]] ?? []).flatMap { subcommand -> [[String]] in
            guard let name = subcommand["commandName"] as? String, name != "help" else { return [] }
            return [words + [name]] + self.words(below: subcommand, after: words + [name])
        }
    }

    private func help(of words: [String]) async throws -> Subprocess.Result {
        try await picker.run(PickerProgram.path, words + ["--help"])
    }

    private func snapshot(of words: [String]) -> String { (["picker"] + words).joined(separator: "-") }

    @Test("The help of picker and of each subcommand is what its snapshot says, and no snapshot is left over")
    func help() async throws {
        let commands = try await commands()
        #expect(commands.count > 10)
        try Snapshot.expect(try await picker("--help").output, named: "help/picker")
        for words in commands {
            let result = try await help(of: words)
            result.expectSuccess()
            try Snapshot.expect(result.output, named: "help/\(snapshot(of: words))")
        }
        #expect(Snapshot.names(in: "help") == Set(commands.map(snapshot) + ["picker"]))
    }

    @Test("Each subcommand whose help offers --json has a snapshot of the keys that it prints")
    func everyCommand() async throws {
        var offering: Set<String> = []
        for words in try await commands() where try await help(of: words).output.contains("  --json ") {
            offering.insert(snapshot(of: words))
        }
        #expect(Snapshot.names(in: "json-keys") == offering)
    }

    @Test(
        "The keys of what a command prints with --json are those of its snapshot",
        arguments: [
            ["albums", "--backend", "fetch-result"], ["assets", "--backend", "legacy-group"],
            ["info", "trip/IMG_1.JPG", "--backend", "legacy-group"], ["size", "trip/IMG_1.JPG", "clip.mp4"],
            ["index", "--backend", "fetch-result"], ["doctor"],
        ])
    func library(_ arguments: [String]) async throws {
        let result = try await picker.run(
            PickerProgram.path, arguments + ["--library", photos.path, "--json"])
        #expect(result.status == 0, "\(result)")
        try expectKeys(of: result, named: arguments[0])
    }

    @Test("The keys of picker backends --json are those of its snapshot")
    func backends() async throws {
        try expectKeys(of: try await picker("backends", "--json"), named: "backends")
    }

    @Test("The keys of picker conformance --list --json are those of its snapshot")
    func checks() async throws {
        try expectKeys(of: try await picker("conformance", "--list", "--json"), named: "conformance")
    }

    @Test("The keys of picker thumbnails --json are those of its snapshot, for photos with a thumbnail and without")
    func thumbnails() async throws {
        let out = photos.surroundings.path("thumbnails")
        let result = try await picker(
            "thumbnails", "--library", photos.path, "--out", out, "--size", "64", "--json", "--backend", "legacy-group")
        #expect(result.status == 65, "\(result)")
        try expectKeys(of: result, named: "thumbnails")
    }

    @Test("The keys of picker libraries --json are those of their snapshots")
    func libraries() async throws {
        try await picker("libraries", "add", "trip", photos.path).expectSuccess()
        try expectKeys(of: try await picker("libraries", "list", "--json"), named: "libraries-list")
        try expectKeys(of: try await picker("libraries", "show", "trip", "--json"), named: "libraries-show")
    }

    @Test("The keys of picker add --json are those of its snapshot")
    func add() async throws {
        let file = photos.surroundings.path("new.jpg")
        try Data(try SamplePhoto.jpeg(16, 8)).write(to: URL(fileURLWithPath: file))
        let result = try await picker("add", file, "--library", photos.path, "--json")
        result.expectSuccess()
        try expectKeys(of: result, named: "add")
    }

    @Test("The keys of picker watch --json --listing are those of its snapshot, for the listing and for a change")
    func watch() async throws {
        let listing = try WatchedListing(picker, photos, "--backend", "fetch-result")
        try await listing.wait(forLines: 1)
        try photos.write("another.jpg", try SamplePhoto.jpeg(32, 16))
        try await listing.wait("the new photo is listed") { $0.contains { $0.relativePath == "another.jpg" } }
        try expectKeys(of: try await listing.interrupt(), named: "watch")
    }

    @Test("The keys of picker ctl status --json are those of its snapshot")
    func ctl() async throws {
        let server = try await RunningServer(
            picker, ["serve", "--listen", "127.0.0.1:0", "--library", photos.path, "--backend", "legacy-group"])
        let result = try await until("the server's socket answers") {
            let result = try? await picker("ctl", "status", "--json")
            return result?.status == 0 ? result : nil
        }
        _ = try await server.end(SIGTERM)
        try expectKeys(of: result, named: "ctl-status")
    }

    @Test("The keys of what picker clients, sessions and owner print with --json are those of their snapshots")
    func clients() async throws {
        let token = try await picker("clients", "add", "notes", "--origin", "https://notes.example")
        #expect(token.status == 0, "\(token)")
        let server = try await RunningServer(
            picker, ["serve", "--listen", "127.0.0.1:0", "--library", photos.path, "--backend", "legacy-group"])
        let secret = token.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let program = HTTPClient(port: server.port, headers: ["Authorization": "Bearer \(secret)"])
        #expect(try await program.post("/v1/sessions").status == 200)
        _ = try await server.end(SIGTERM)
        try expectKeys(of: try await picker("owner", "show", "--json"), named: "owner-show")
        try expectKeys(of: try await picker("owner", "sign-ins", "--json"), named: "owner-sign-ins")
        try expectKeys(of: try await picker("clients", "list", "--json"), named: "clients-list")
        try expectKeys(of: try await picker("sessions", "--json"), named: "sessions")
    }

    @Test("The keys of picker store show --json are those of its snapshot")
    func store() async throws {
        try expectKeys(of: try await picker("store", "show", "--json"), named: "store-show")
    }

    @Test("The keys of picker grants list, webhooks list and history with --json are those of their snapshots")
    func grants() async throws {
        #expect(try await picker("clients", "add", "notes").status == 0)
        #expect(try await picker("webhooks", "set", "notes", "http://127.0.0.1:9/").status == 0)
        let granted = ["grants", "add", "notes", "--album", "trip", "--library", photos.path]
        try await picker.run(PickerProgram.path, granted).expectSuccess()
        try expectKeys(of: try await picker("grants", "list", "--json"), named: "grants-list")
        try expectKeys(of: try await picker("webhooks", "list", "--json"), named: "webhooks-list")
        try expectKeys(of: try await picker("history", "--json"), named: "history")
    }

    /// Compares the keys of all documents of an output with their snapshot.
    private func expectKeys(of result: Subprocess.Result, named name: String) throws {
        let whole = try? JSONSerialization.jsonObject(with: Data(result.standardOutput))
        let documents: [Any] = try whole.map { [$0] } ?? result.jsonLines()
        #expect(!documents.isEmpty, "\(result)")
        try Snapshot.expect(JSONKeyPaths(of: documents).text, named: "json-keys/picker-\(name)")
    }
}

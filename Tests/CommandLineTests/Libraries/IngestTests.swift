import Foundation
import PhotoFixtures
import TestSupport
import Testing

/// Over a backend whose manifest names a program for it: a script that keeps what it is told, and answers what a test says.
@Suite("picker ingest")
struct IngestTests {
    let picker: PickerProgram
    let plugins: PluginFolder
    let photos: FixtureFolder

    init() async throws {
        picker = try PickerProgram()
        plugins = try PluginFolder()
        photos = try FixtureFolder()
        try plugins.add("on_a_shelf", id: "shelf")
        try plugins.addManifest(
            "shelf", library: "libshelf.so", priority: 1, changes: ["ingest": "bring", "schemes": ["shelf+http"]])
        let secret = picker.home.path("key")
        try Data("sesame\n".utf8).write(to: URL(fileURLWithPath: secret))
        chmod(secret, 0o600)
        try await picker(
            "libraries", "add", "club", LibrariesTests.address, "--backend-path", plugins.path, "--no-check",
            "--secret-file", "api-key=\(secret)"
        ).expectSuccess()
    }

    private func answer(_ text: String) throws {
        let script = "#!/bin/sh\ncat >'\(plugins.path)/told'\nprintf '%s' '\(text)'\n"
        try Data(script.utf8).write(to: URL(fileURLWithPath: plugins.folder.path("bring")))
        chmod(plugins.folder.path("bring"), 0o755)
    }

    private func ingest(_ arguments: String...) async throws -> Subprocess.Result {
        try await picker.run(
            PickerProgram.path,
            ["ingest", "--from", photos.path, "--library", "club", "--backend-path", plugins.path] + arguments)
    }

    @Test("tells the program of the backend what to bring where, and prints what it answers")
    func whole() async throws {
        try answer(
            #"{"found":3,"inserted":1,"updated":0,"unchanged":1,"duplicates":0,"failures":[{"path":"a.jpg","reason":"cut off"}]}"#
        )
        let result = try await ingest("--json")
        #expect(result.status == 65, "\(result)")
        try Snapshot.expect(JSONKeyPaths(of: [try result.json()]).text, named: "json-keys/picker-ingest")
        let told =
            try JSONSerialization.jsonObject(with: Data(Files.bytes(plugins.folder.path("told")))) as? [String: Any]
        #expect(told?["from"] as? String == photos.path && told?["location"] as? String == LibrariesTests.address)
        #expect((told?["settings"] as? [String: String])?["api-key"] == "sesame")
        let shown = try await ingest()
        #expect(shown.output.contains("a.jpg") && shown.output.contains("cut off"), "\(shown)")
    }

    @Test("tells it of a bucket what was said of that, and refuses a secret that others would see")
    func bucket() async throws {
        try answer(#"{"found":0,"inserted":0,"updated":0,"unchanged":0,"duplicates":0,"failures":[]}"#)
        let secret = picker.home.path("other")
        try Data("open\n".utf8).write(to: URL(fileURLWithPath: secret))
        chmod(secret, 0o600)
        let start = ["ingest", "--library", "club", "--backend-path", plugins.path]
        let settings = ["--set", "endpoint=https://s3.example", "--set", "access-key=me"]
        let place = ["--from", "s3://incoming/2024 x"]
        let result = try await picker.run(
            PickerProgram.path, start + place + settings + ["--secret-file", "secret-key=\(secret)"])
        #expect(result.status == 0)
        #expect(result.errors.contains("there are no photos in s3://incoming/2024 x"), "\(result)")
        let told =
            try JSONSerialization.jsonObject(with: Data(Files.bytes(plugins.folder.path("told")))) as? [String: Any]
        #expect(told?["from"] as? String == "s3://incoming/2024 x")
        let expected = ["endpoint": "https://s3.example", "access-key": "me", "secret-key": "open"]
        #expect(told?["source"] as? [String: String] == expected)
        #expect((told?["settings"] as? [String: String])?["api-key"] == "sesame")
        try await picker.run(PickerProgram.path, start + place + ["--set", "secret-key=open"])
            .expectFailure(64, naming: "--secret-file secret-key=FILE")
        try await picker.run(PickerProgram.path, start + ["--from", photos.path] + settings)
            .expectFailure(64, naming: "a folder has no settings")
    }

    @Test("picker migrate says what of the folder is not in the library, and which grants have nothing there")
    func migrating() async throws {
        try answer(#"{"found":1,"inserted":1,"updated":0,"unchanged":0,"duplicates":0,"failures":[]}"#)
        try photos.write("trip/a.jpg", try SamplePhoto.jpeg(16, 8))
        #expect(try await picker("clients", "add", "notes").status == 0)
        let granting = ["grants", "add", "notes", "--album", "trip", "--library", photos.path]
        try await picker.run(PickerProgram.path, granting).expectSuccess()
        let result = try await picker(
            "migrate", "--from", photos.path, "--library", "club", "--backend-path", plugins.path, "--json")
        #expect(result.status == 65, "\(result)")
        try Snapshot.expect(JSONKeyPaths(of: [try result.json()]).text, named: "json-keys/picker-migrate")
        let differences = try #require(try result.json()["differences"] as? [[String: String]])
        #expect(differences == [["path": "trip/a.jpg", "what": "is not in the library"]])
        let lost = try #require(try result.json()["lostGrants"] as? [[String: String]])
        #expect(lost.map { $0["client"] } == ["notes"] && lost.map { $0["title"] } == ["trip"])
        let elsewhere = try await picker("migrate", "--from", "club", "--library", "club")
        #expect(elsewhere.status != 0)
    }

    @Test("says why the program could not, and when there is none")
    func refusals() async throws {
        try answer(#"{"status":1005,"message":"photos.example cannot be reached"}"#)
        try await ingest().expectFailure(69, naming: "photos.example cannot be reached")
        try answer("")
        try await ingest().expectFailure(70, naming: "ended without an answer")
        try plugins.addManifest("shelf", library: "libshelf.so", priority: 1)
        try await ingest().expectFailure(69, naming: "can bring in folders")
    }
}

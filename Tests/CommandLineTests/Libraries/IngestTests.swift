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
        try plugins.addManifest("shelf", library: "libshelf.so", priority: 1, changes: ["ingest": "bring"])
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

import PhotoFixtures
import PickerHost
import TestSupport
import Testing

@Suite("What a library does not show, over HTTP")
struct ProblemRouteTests {
    @Test("files that are no photos are counted by kind", arguments: ["legacy-group", "fetch-result"])
    func leftOut(backend: String) async throws {
        let (photos, data) = (try FixtureFolder(), try TemporaryFolder())
        try photos.write("photo.jpg")
        for name in ["one.pdf", "two.pdf", "notes.txt"] { try photos.write(name, Array("words".utf8)) }
        let library = LibraryConfiguration(root: photos.path, backend: .id(backend), dataDirectory: data.path)
        try await TestServer.run(library) { server in
            // A backend without an index knows it once it has looked.
            _ = try await server.assets()
            let lines = try #require(try await server.json("problems")["library"] as? [String])
            #expect(lines.count == 1 && lines[0].contains("2 PDF") && lines[0].contains("1 TXT"), "\(lines)")
        }
    }

    @Test("a library with nothing else has none, and strangers are told nothing")
    func none() async throws {
        let photos = try FixtureFolder()
        try photos.write("photo.jpg")
        try await TestServer.run(photos) { server in
            let problems = try await server.json("problems")
            #expect((problems["library"] as? [String])?.isEmpty == true && problems["fileCount"] as? Int == 0)
            try await server.stranger.get("/picker/v1/problems").expectError(401, "UNAUTHENTICATED")
        }
    }
}

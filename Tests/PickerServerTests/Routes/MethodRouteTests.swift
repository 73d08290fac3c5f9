import PhotoFixtures
import PickerHost
import SessionStorage
import TestSupport
import Testing

@testable import PickerServer

@Suite("A request of a method that its address does not have")
struct MethodRouteTests {
    private func run(_ body: @Sendable (TestServer) async throws -> Void) async throws {
        let photos = try FixtureFolder()
        try photos.write("photo.jpg")
        var configuration = ServerConfiguration(port: 0)
        configuration.store = try SQLSessionStore.inMemory()
        let library = LibraryConfiguration(root: photos.path, backend: .id("legacy-group"))
        try await TestServer.run(library, configuration, body)
    }

    @Test("hears which methods there are, signed in or not")
    func refused() async throws {
        try await run { server in
            for (method, target, allowed) in [
                ("PUT", "/v1/sessions", "POST"), ("GET", "/v1/sessions", "POST"),
                ("PATCH", "/v1/sessions/x", "GET, HEAD, DELETE"), ("POST", "/v1/sessions/x/events", "GET, HEAD"),
                ("POST", "/v1/mediaItems", "GET, HEAD"), ("DELETE", "/v1/library/mediaItems/x", "GET, HEAD"),
                ("PUT", "/media/x", "GET, HEAD"), ("POST", "/openapi.json", "GET, HEAD"),
                ("DELETE", "/v1/libraries/x/albums", "GET, HEAD"),
                ("OPTIONS", "/v1/sessions", "POST"), ("TRACE", "/v1/mediaItems", "GET, HEAD"),
                ("PROPFIND", "/v1/mediaItems", "GET, HEAD"), ("M-SEARCH", "/v1/sessions", "POST"),
            ] {
                let answer = try await server.stranger.send(method, target)
                try answer.expectError(405, "UNIMPLEMENTED", saying: allowed)
                #expect(answer["allow"] == allowed, "\(method) \(target)")
            }
            let head = try await server.stranger.send("HEAD", "/v1/sessions")
            #expect(head.status == 405 && head["allow"] == "POST")
            let own = try await server.owner.send("PUT", "/picker/v1/session")
            try own.expectError(405, "UNIMPLEMENTED", saying: "GET, HEAD")
        }
    }

    @Test("finds nothing where there is nothing, and is another site's where the page's header is missing")
    func others() async throws {
        try await run { server in
            for method in ["GET", "POST", "PUT", "DELETE"] {
                try await server.stranger.send(method, "/v1/nothing").expectError(404, "NOT_FOUND")
            }
            try await server.stranger.send("PUT", "/picker/v1/session").expectError(403, "PERMISSION_DENIED")
        }
    }
}

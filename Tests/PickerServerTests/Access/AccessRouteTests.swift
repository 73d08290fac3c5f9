import Cryptography
import PhotoFixtures
import PhotoModel
import PickerHost
import SessionStorage
import TestSupport
import Testing

@testable import PickerServer

@Suite("What programs may see, over HTTP")
struct AccessRouteTests {
    @Test("is a wish for an album or for photos, of a size that can be read")
    func wishes() async throws {
        let photos = try FixtureFolder()
        try photos.write("a.jpg")
        let store = try SQLSessionStore.inMemory()
        let client = try await store.addClient("notes", origin: nil, secret: Secret().hash, now: .now).identifier
        var configuration = ServerConfiguration(port: 0)
        configuration.store = store
        let library = LibraryConfiguration(root: photos.path, backend: .id("legacy-group"))
        try await TestServer.run(library, configuration) { server in
            let asset = try #require(try await server.assets()["a.jpg"]).identifier
            let wrong = [
                "", "[]", "{}", "{\"client\":\(client)}", "{\"client\":\"\(client)\",\"assets\":[\"\(asset)\"]}",
                "{\"client\":\(client),\"assets\":[\"\(asset)\"],\"collection\":\"c\"}",
                "{\"client\":\(client),\"assets\":\"\(asset)\"}",
            ]
            for body in wrong {
                try await server.owner.post("/picker/v1/grants", body)
                    .expectError(400, "INVALID_ARGUMENT", saying: "the body must be")
            }
            let large = "{\"client\":\(client),\"assets\":[\"\(asset)\"]}" + String(repeating: " ", count: 1 << 20)
            try await server.owner.post("/picker/v1/grants", large)
                .expectError(413, "INVALID_ARGUMENT", saying: "larger than 1048576 bytes")
            let unknown = "{\"client\":\(client + 1),\"assets\":[\"\(asset)\"]}"
            try await server.owner.post("/picker/v1/grants", unknown)
                .expectError(404, "NOT_FOUND", reason: "PROGRAM_REVOKED")
            #expect(try await store.grants().isEmpty)
            let wish = "{\"client\":\(client),\"assets\":[\"\(asset)\",\"none\"]}"
            #expect(try await server.owner.post("/picker/v1/grants", wish).status == 200)
            let grants = try await store.grants()
            #expect(grants.map(\.title) == ["a.jpg"] && grants.first?.client.identifier == client)
            let grant = try #require(grants.first).identifier
            for target in ["x", "\(grant + 1)", "-1"] {
                try await server.owner.send("DELETE", "/picker/v1/grants/\(target)")
                    .expectError(404, "NOT_FOUND", reason: "REVOKED_BEFORE")
            }
            #expect(try await server.owner.send("DELETE", "/picker/v1/grants/\(grant)").status == 200)
            #expect(try await store.grants().isEmpty)
        }
    }

    @Test("is written down, in pages of at most two hundred records")
    func records() async throws {
        let photos = try FixtureFolder()
        let store = try SQLSessionStore.inMemory()
        for name in ["one", "two", "three"] {
            _ = try await store.addClient(name, origin: nil, secret: Secret().hash, now: .now)
        }
        var configuration = ServerConfiguration(port: 0)
        configuration.store = store
        let library = LibraryConfiguration(root: photos.path, backend: .id("legacy-group"))
        try await TestServer.run(library, configuration) { server in
            func names(_ query: String) async throws -> ([String], Int?) {
                let page = try await server.json("records?\(query)")
                let records = try #require(page["records"] as? [[String: Any]])
                return (records.compactMap { $0["client"] as? String }, page["next"] as? Int)
            }
            let first = try await names("limit=2")
            let next = try #require(first.1)
            #expect(first.0 == ["three", "two"])
            let second = try await names("limit=2&before=\(next)")
            #expect(second.0 == ["one"] && second.1 == nil)
            #expect(try await names("limit=200").0 == ["three", "two", "one"])
            for query in ["limit=0", "limit=201", "limit=x", "before=0", "before=x"] {
                try await server.owner.get("/picker/v1/records?\(query)").expectError(400, "INVALID_ARGUMENT")
            }
            for target in ["records/x/items", "records/1.5/items"] {
                try await server.owner.get("/picker/v1/\(target)").expectError(404, "NOT_FOUND", saying: "record")
            }
        }
    }
}

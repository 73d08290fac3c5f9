import Cryptography
import Foundation
import PhotoModel
import PickerHost
import PickingSessions
import SessionStorage
import TestSupport
import Testing

@testable import PickerServer

@Suite("A photo of which nothing can be read")
struct UnreadableItemTests {
    private static let identifiers = ["minimal-landscape", "minimal-portrait"]

    @Test("is listed for a program with what the library says of it, and keeps it from no other photo")
    func listed() async throws {
        let (photos, plugins) = (try TemporaryFolder(), try TemporaryFolder())
        let plugin = try FaultyBackends.build("answers/fails_details", into: plugins)
        let store = try SQLSessionStore.inMemory()
        let secret = Secret()
        let client = try await store.addClient("notes", origin: nil, secret: secret.hash, now: .now)
        var configuration = ServerConfiguration(port: 0)
        configuration.store = store
        let library = LibraryConfiguration(root: photos.path, backend: .path(plugin))
        try await TestServer.run(library, configuration) { server in
            try await Self.give(to: client, in: store, server)
            var program = server.stranger
            program.headers = ["Authorization": "Bearer \(secret.text)"]
            for target in ["/v1/mediaItems?sessionId=s1", "/v1/library/mediaItems?albumId=minimal-album"] {
                let answer = try await program.get(target)
                let items = try #require(try answer.json()["mediaItems"] as? [[String: Any]], "\(answer.text)")
                #expect(items.compactMap { $0["id"] as? String } == Self.identifiers, "\(target)")
                let file = try #require(items.first?["mediaFile"] as? [String: Any])
                #expect(file["filename"] as? String == "landscape.pbm")
            }
            #expect(try await program.get("/v1/library/mediaItems/minimal-landscape").status == 200)
        }
    }

    /// Picks both photos for the client, in the session s1, and grants it their album.
    private static func give(to client: Client, in store: SQLSessionStore, _ server: TestServer) async throws {
        let document = try #require(try await server.json("session")["library"] as? [String: Any])
        let root = try #require(document["root"] as? String)
        let session = NewSession(
            identifier: "s1", client: client.identifier, library: root, configuration: .unrestricted,
            deadline: Timestamp.now.adding(seconds: 600), expires: Timestamp.now.adding(seconds: 3600))
        _ = try await store.addSession(session, now: .now)
        let picked = try await server.owner.post(
            "/picker/v1/sessions/s1/session/done", #"{"assets":["minimal-landscape","minimal-portrait"]}"#,
            headers: ["Content-Type": "application/json"])
        try #require(picked.status == 200, "\(picked.text)")
        let album = NewGrant(
            client: client.identifier, library: root, subject: .collection("minimal-album"), title: "Album")
        _ = try await store.addGrant(album, now: .now)
    }
}

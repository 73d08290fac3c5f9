import Cryptography
import Foundation
import PhotoModel
import PickerHost
import PickingSessions
import SessionStorage
import TestSupport
import Testing

@testable import PickerServer

/// Over a backend that counts which of its calls were cancelled, and whose calls take until they are.
@Suite("A request whose connection goes before its answer ends the work behind it", .timeLimit(.minutes(5)))
struct AbortedRequestTests {
    private static let landscape = "minimal-landscape"

    @Test(
        "and is told so where only its sending half went",
        arguments: ["collections", "assets/\(landscape)/image?w=64&h=64"])
    func halfClosed(target: String) async throws {
        let backend = try HoldingBackend()
        try await TestServer.run(backend.library()) { server in
            var answer = ""
            try await backend.expectCancelled("/picker/v1/\(target)", by: server.owner) { connection in
                connection.endWriting()
                answer = try await connection.readToEnd()
            }
            #expect(
                answer.hasPrefix("HTTP/1.1 499 Client Closed Request\r\n") && answer.contains(#""CANCELLED""#),
                "\(answer)")
        }
    }

    @Test(
        "of the owner's page",
        arguments: [
            "collections", "collections/minimal-album/assets", "collections/minimal-album/assets?kind=photos",
            "collections/minimal-album/poster", "assets/\(landscape)", "assets/\(landscape)/image?w=64&h=64",
            "assets/\(landscape)/original",
        ])
    func ofOwner(target: String) async throws {
        let backend = try HoldingBackend()
        try await TestServer.run(backend.library()) { server in
            try await backend.expectCancelled("/picker/v1/\(target)", by: server.owner)
        }
    }

    @Test("of a program: of what was picked, and of what it was granted")
    func ofProgram() async throws {
        let backend = try HoldingBackend()
        let store = try SQLSessionStore.inMemory()
        let library = backend.library()
        let secret = Secret()
        let client = try await store.addClient("notes", origin: nil, secret: secret.hash, now: .now)
        var configuration = ServerConfiguration(port: 0)
        configuration.store = store
        try await TestServer.run(library, configuration) { server in
            let document = try #require(try await server.json("session")["library"] as? [String: Any])
            let root = try #require(document["root"] as? String)
            let picked = try await Self.pick(in: store, for: client, root: root, server)
            for subject in [Grant.Subject.collection("minimal-album"), .asset(Self.landscape)] {
                let new = NewGrant(client: client.identifier, library: root, subject: subject, title: "")
                _ = try await store.addGrant(new, now: .now)
            }
            var program = server.stranger
            program.headers = ["Authorization": "Bearer \(secret.text)"]
            let lists = [
                "/v1/mediaItems?sessionId=\(picked)", "/v1/library/mediaItems?albumId=minimal-album",
                "/v1/library/mediaItems", "/v1/library/mediaItems/\(Self.landscape)", "/v1/library/albums",
            ]
            for target in lists {
                // First as it is answered, so that it is not a refusal that ends early.
                #expect(try await program.get(target).status == 200, "\(target)")
                try await backend.expectCancelled(target, by: program)
            }
            for target in lists.prefix(2) {
                let answer = try await program.get(target).json()
                let items = try #require(answer["mediaItems"] as? [[String: Any]])
                let file = try #require(items.first?["mediaFile"] as? [String: Any])
                let link = try #require(URL(string: file["baseUrl"] as? String ?? "")).path
                for form in ["=w32-h32", "=d"] { try await backend.expectCancelled(link + form, by: program) }
            }
        }
    }

    /// - Returns: the identifier of a session in which one photo was picked.
    private static func pick(
        in store: SQLSessionStore, for client: Client, root: String, _ server: TestServer
    ) async throws -> String {
        let new = NewSession(
            identifier: "s1", client: client.identifier, library: root, configuration: .unrestricted,
            deadline: Timestamp.now.adding(seconds: 600), expires: Timestamp.now.adding(seconds: 3600))
        _ = try await store.addSession(new, now: .now)
        let picked = try await server.owner.post(
            "/picker/v1/sessions/s1/session/done", #"{"assets":["\#(landscape)"]}"#,
            headers: ["Content-Type": "application/json"])
        try #require(picked.status == 200, "\(picked.text)")
        return "s1"
    }
}

/// The backend of Tests/FaultyBackends/answers/holds_calls.c, with the files by which it is told what to do.
private struct HoldingBackend: Sendable {
    private let plugins: TemporaryFolder
    private let photos: TemporaryFolder
    private let plugin: String

    init() throws {
        plugins = try TemporaryFolder()
        photos = try TemporaryFolder()
        plugin = try FaultyBackends.build("answers/holds_calls", into: plugins)
    }

    func library() -> LibraryConfiguration {
        LibraryConfiguration(root: photos.path, backend: .path(plugin), dataDirectory: DataFolder.path)
    }

    /// How many calls the backend noted there.
    private func count(_ name: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: photos.path(name))[.size] as? Int) ?? 0
    }

    /// Expects that each call that the backend gets for a request is cancelled when the connection goes, and not before.
    ///
    /// - Parameter end: what makes it go, before it is closed.
    func expectCancelled(
        _ target: String, by client: HTTPClient, sourceLocation: SourceLocation = #_sourceLocation,
        end: (HTTPConnection) async throws -> Void = { _ in }
    ) async throws {
        let (begun, cancelled) = (count("begun"), count("cancelled"))
        try Data().write(to: URL(fileURLWithPath: photos.path("hold")))
        let head = client.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        var connection: HTTPConnection? = try await client.connection()
        try await connection?.write("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n\(head)\r\n")
        try await wait("it to begin \(target)", sourceLocation) { count("begun") > begun }
        #expect(count("cancelled") == cancelled, "\(target)", sourceLocation: sourceLocation)
        if let connection { try await end(connection) }
        connection = nil
        try await wait("the end of \(target)", sourceLocation) {
            count("cancelled") - cancelled == count("begun") - begun
        }
        try FileManager.default.removeItem(atPath: photos.path("hold"))
    }

    private func wait(_ event: String, _ sourceLocation: SourceLocation, until isThere: () -> Bool) async throws {
        for _ in 0..<2000 {
            if isThere() { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("waited in vain for \(event)", sourceLocation: sourceLocation)
    }
}

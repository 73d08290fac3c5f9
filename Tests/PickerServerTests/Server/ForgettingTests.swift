import Cryptography
import PhotoFixtures
import PhotoModel
import PickerHost
import PickingSessions
import SessionStorage
import TestSupport
import Testing

@testable import PickerServer

@Suite("What is over is forgotten")
struct ForgettingTests {
    @Test("by a server of which no program asks anything", .timeLimit(.minutes(1)))
    func sessions() async throws {
        let photos = try FixtureFolder()
        try photos.write("a.jpg")
        let store = try SQLSessionStore.inMemory()
        let client = try await store.addClient("notes", origin: nil, secret: Secret().hash, now: .now)
        let yesterday = Timestamp.now.adding(seconds: -2 * ClientSessionRoutes.lifetime)
        let old = NewSession(
            identifier: "old", client: client.identifier, library: photos.path, configuration: .unrestricted,
            deadline: yesterday.adding(seconds: 3600), expires: yesterday.adding(seconds: ClientSessionRoutes.lifetime))
        let new = NewSession(
            identifier: "new", client: client.identifier, library: photos.path, configuration: .unrestricted,
            deadline: Timestamp.now.adding(seconds: 3600), expires: Timestamp.now.adding(seconds: 7200))
        for session in [old, new] { _ = try await store.addSession(session, now: yesterday) }
        var configuration = ServerConfiguration(port: 0)
        configuration.store = store
        let library = LibraryConfiguration(root: photos.path, backend: .id("legacy-group"))
        try await TestServer.run(library, configuration) { _ in
            // All that is kept, whether or not its time is over.
            while try await store.sessions(now: yesterday).count > 1 { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try await store.sessions(now: yesterday).map(\.identifier) == ["new"])
        }
    }
}

import Cryptography
import PhotoFixtures
import PhotoModel
import PickerHost
import PickingSessions
import SessionStorage
import TestSupport
import Testing

@testable import PickerServer

@Suite("Events to the page")
struct EventRouteTests {
    let photos: FixtureFolder

    init() throws {
        photos = try FixtureFolder()
        try photos.write("1.jpg")
    }

    @Test("the line opens at once, and reports that the library changed")
    func changes() async throws {
        try await TestServer.run(photos) { server in
            let cameraRoll = try await server.cameraRoll()
            #expect(try await server.json("collections/\(cameraRoll)/assets")["total"] as? Int == 1)
            let stream = try await server.owner.stream("/picker/v1/events")
            // Pages hear events, and no comments.
            let head = try await stream.read(until: ": open\n\nretry: 1000\nevent: alive\ndata: {}\n\n")
            #expect(head.lowercased().contains("content-type: text/event-stream"))
            try photos.write("2.jpg")
            _ = try await stream.read(until: "event: libraryChanged\ndata: {}\n\n")
            #expect(try await server.json("collections/\(cameraRoll)/assets")["total"] as? Int == 2)
        }
    }

    @Test("an open line of a page for picking hears that the server ends, and does not keep it from ending")
    func ends() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let stream = try await server.owner.stream("/picker/v1/events")
            _ = try await stream.read(until: ": open\n\n")
            await server.end()
            #expect(try await stream.readToEnd().contains("event: closed\n"))
        }
    }

    @Test(
        "an open line of a client's page hears that the session ended at another server of the store",
        .timeLimit(.minutes(1)))
    func endsElsewhere() async throws {
        let store = try SQLSessionStore.inMemory()
        let client = try await store.addClient("notes", origin: nil, secret: Secret().hash, now: .now)
        let session = NewSession(
            identifier: "s1", client: client.identifier, library: photos.path, configuration: .unrestricted,
            deadline: Timestamp.now.adding(seconds: 3600), expires: Timestamp.now.adding(seconds: 7200))
        _ = try await store.addSession(session, now: .now)
        var configuration = ServerConfiguration(port: 0)
        configuration.store = store
        let library = LibraryConfiguration(root: photos.path, backend: .id("legacy-group"))
        try await TestServer.run(library, configuration) { server in
            let stream = try await server.owner.stream("/picker/v1/sessions/s1/events")
            _ = try await stream.read(until: ": open\n\n")
            // As another server does it, which cannot tell this one.
            #expect(try await store.deleteSession("s1", of: client.identifier))
            _ = try await stream.read(until: "event: closed\n")
        }
    }

    @Test(
        "an open line of a page for browsing ends with the server and says nothing: it may be there again in a moment")
    func breaks() async throws {
        try await TestServer.run(photos) { server in
            let stream = try await server.owner.stream("/picker/v1/events")
            _ = try await stream.read(until: ": open\n\n")
            await server.end()
            #expect(try await !stream.readToEnd().contains("event: closed"))
        }
    }
}

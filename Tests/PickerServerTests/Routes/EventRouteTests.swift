import PhotoFixtures
import PickerServer
import PickingSessions
import TestSupport
import Testing

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
            let head = try await stream.read(until: ": open\n\n")
            #expect(head.lowercased().contains("content-type: text/event-stream"))
            try photos.write("2.jpg")
            let event = try await stream.read(until: "data: {}\n\n")
            #expect(event.contains("event: libraryChanged\n"))
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

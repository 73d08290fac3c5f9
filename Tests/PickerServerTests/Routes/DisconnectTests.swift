import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("Connections that end early, and requests that end at once")
struct DisconnectTests {
    @Test("a request that is refused before its end was read does not end the server")
    func quickRefusals() async throws {
        let photos = try FixtureFolder()
        for index in 0..<3 { try photos.write("\(index).heic", SampleMedia.heic) }
        try await TestServer.run(photos) { server in
            let cameraRoll = try await server.cameraRoll()
            let assets = try await server.assets()
            await withTaskGroup(of: Int?.self) { group in
                for _ in 0..<50 {
                    group.addTask { try? await server.owner.get("/picker/v1/collections/\(cameraRoll)/poster").status }
                    for asset in assets.values {
                        let target = "/picker/v1/assets/\(asset.identifier)/image?w=64&h=64"
                        group.addTask { try? await server.owner.get(target).status }
                    }
                }
                for await status in group { #expect(status == 415) }
            }
            #expect(try await server.json("session")["state"] as? String == "pending")
        }
    }

    @Test("a connection that is closed in the middle of a request ends nothing but itself")
    func abruptEnds() async throws {
        let photos = try FixtureFolder()
        try photos.write("photo.jpg", try SamplePhoto.jpeg(1600, 1200))
        try await TestServer.run(photos) { server in
            let asset = try #require(try await server.assets()["photo.jpg"])
            let head = server.owner.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            let target = "/picker/v1/assets/\(asset.identifier)/image?w=1500&h=1500"
            // Whole, with a body that never comes, and cut off in its head.
            let requests = ["\(head)\r\n", "\(head)Content-Length: 10\r\n\r\n", head]
            for index in 0..<60 {
                let text = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n" + requests[index % 3]
                try await server.owner.hangUp(after: text)
            }
            #expect(try await server.owner.get(target).status == 200)
        }
    }
}

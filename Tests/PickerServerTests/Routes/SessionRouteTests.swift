import Foundation
import PhotoFixtures
import PhotoModel
import PickerServer
import PickingSessions
import TestSupport
import Testing

@Suite("The session that the page asks for")
struct SessionDocumentTests {
    let photos: FixtureFolder

    init() throws {
        photos = try FixtureFolder()
        try photos.write("a.jpg")
    }

    @Test("has every key, and null for a limit that is not set")
    func browse() async throws {
        try await TestServer.run(photos) { server in
            let session = try await server.json("session")
            let keys: Set = [
                "mode", "state", "client", "config", "library", "selection", "selectedElsewhere", "index",
            ]
            #expect(Set(session.keys) == keys)
            #expect(session["mode"] as? String == "browse")
            #expect(session["selectedElsewhere"] as? Int == 0)
            #expect(session["state"] as? String == "pending")
            let config = try #require(session["config"] as? [String: Any])
            #expect(Set(config.keys) == ["selectionLimit", "minimum", "ordered", "mediaFilter", "representationMode"])
            #expect(config["selectionLimit"] is NSNull)
            let library = try #require(session["library"] as? [String: Any])
            #expect(library["title"] as? String == "photos" && library["backend"] as? String == "legacy-group")
            #expect(library["root"] as? String == photos.path)
            #expect(library["hasFiles"] as? Bool == true)
        }
    }

    @Test("says what may be picked")
    func pick() async throws {
        let picking = try #require(
            PickingConfiguration(selectionLimit: 3, minimum: 1, mediaFilter: .image, isOrdered: true))
        try await TestServer.run(photos, purpose: .pick(picking)) { server in
            let session = try await server.json("session")
            #expect(session["mode"] as? String == "pick")
            let config = try #require(session["config"] as? [String: Any])
            #expect(config["selectionLimit"] as? Int == 3 && config["minimum"] as? Int == 1)
            #expect(config["ordered"] as? Bool == true && config["mediaFilter"] as? String == "image")
        }
    }
}

@Suite("Done and Cancel")
struct FinishRouteTests {
    let photos: FixtureFolder

    init() throws {
        photos = try FixtureFolder()
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try photos.write(name) }
        try photos.write("clip.mp4", SampleMedia.mp4)
    }

    private static func done(_ server: TestServer, _ identifiers: [String]) async throws -> HTTPAnswer {
        let body = try JSONSerialization.data(withJSONObject: ["assets": identifiers])
        return try await server.owner.post("/picker/v1/session/done", String(decoding: body, as: UTF8.self))
    }

    @Test("done ends the session with the assets in the order picked")
    func picks() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let assets = try await server.assets()
            let wanted = try ["c.jpg", "a.jpg"].map { try #require(assets[$0]).identifier }
            let answer = try await Self.done(server, wanted)
            #expect(answer.status == 200)
            #expect(try answer.json()["state"] as? String == "picked")
            let session = await server.server.coordinator.outcome()
            #expect(session.state == .picked && session.localIdentifiers == wanted)
            #expect(session.byteTotal > 0)
            try await Self.done(server, wanted).expectError(
                400, "FAILED_PRECONDITION", reason: "SESSION_ENDED", saying: "finished")
            let cancel = try await server.owner.post("/picker/v1/session/cancel")
            try cancel.expectError(400, "FAILED_PRECONDITION", reason: "SESSION_ENDED", saying: "finished")
        }
    }

    @Test("cancel ends the session with nothing")
    func cancels() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let answer = try await server.owner.post("/picker/v1/session/cancel")
            #expect(try answer.json()["state"] as? String == "cancelled")
            #expect(await server.server.coordinator.outcome().selection.isEmpty)
            try await Self.done(server, []).expectError(
                400, "FAILED_PRECONDITION", reason: "SESSION_ENDED", saying: "cancelled")
        }
    }

    @Test("below the minimum and over the limit are refused, and the session goes on")
    func limits() async throws {
        let picking = try #require(PickingConfiguration(selectionLimit: 2, minimum: 1))
        try await TestServer.run(photos, purpose: .pick(picking)) { server in
            let all = try await server.assets().values.map(\.identifier)
            try await Self.done(server, []).expectError(
                400, "FAILED_PRECONDITION", reason: "BELOW_MINIMUM", saying: "At least 1")
            try await Self.done(server, all).expectError(
                400, "FAILED_PRECONDITION", reason: "OVER_LIMIT", saying: "At most 2")
            #expect(server.server.coordinator.isPending)
            // One that is named twice counts once.
            #expect(try await Self.done(server, [all[0], all[1], all[0]]).status == 200)
        }
    }

    @Test("an asset that is not in the library is not found, and nothing is picked")
    func unknownAsset() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let known = try #require(try await server.assets()["a.jpg"]).identifier
            try await Self.done(server, [known, "aNone"]).expectError(
                404, "NOT_FOUND", reason: "ASSET_GONE", saying: "a photo that is selected is no longer in the library")
            #expect(server.server.coordinator.isPending)
        }
    }

    @Test("an asset of a kind that is not asked for is refused")
    func otherKind() async throws {
        let picking = try #require(PickingConfiguration(mediaFilter: .image))
        try await TestServer.run(photos, purpose: .browse) { server in
            let clip = try #require(try await server.assets()["clip.mp4"]).identifier
            try await TestServer.run(photos, purpose: .pick(picking)) { other in
                #expect(try await other.assets()["clip.mp4"] == nil)
                try await Self.done(other, [clip]).expectError(
                    400, "FAILED_PRECONDITION", reason: "MEDIA_TYPE_NOT_ALLOWED", saying: "Only photos")
            }
        }
    }

    @Test(
        "a body that is none is an invalid argument",
        arguments: ["", "{", "[]", "{\"assets\": \"a\"}", "{\"assets\": [1]}"])
    func rubbish(body: String) async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let answer = try await server.owner.post("/picker/v1/session/done", body)
            try answer.expectError(400, "INVALID_ARGUMENT", saying: "assets")
        }
    }

    @Test("a body that is too large is refused, whether it says so before or not")
    func oversized() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let announced = try await server.owner.send(
                "POST", "/picker/v1/session/done", headers: ["Content-Length": "99999999"], body: [])
            try announced.expectError(413, "INVALID_ARGUMENT", saying: "larger")
            let chunk = "10000\r\n" + String(repeating: " ", count: 0x10000) + "\r\n"
            let body = String(repeating: chunk, count: 17 << 4) + "0\r\n\r\n"
            let chunked = try await server.owner.send(
                "POST", "/picker/v1/session/done",
                headers: ["Content-Length": "", "Transfer-Encoding": "chunked"], body: Array(body.utf8))
            try chunked.expectError(413, "INVALID_ARGUMENT", saying: "larger")
            #expect(server.server.coordinator.isPending)
        }
    }

    @Test("where no program asked for photos, there is nothing to be done")
    func browsing() async throws {
        try await TestServer.run(photos) { server in
            try await Self.done(server, []).expectError(
                400, "FAILED_PRECONDITION", reason: "NOTHING_ASKED", saying: "looking around")
            let cancel = try await server.owner.post("/picker/v1/session/cancel")
            try cancel.expectError(400, "FAILED_PRECONDITION", reason: "NOTHING_ASKED", saying: "looking around")
        }
    }
}

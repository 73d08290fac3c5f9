import Foundation
import PhotoFixtures
import PickingSessions
import TestSupport
import Testing

@testable import PickerServer

@Suite("The selection that a session keeps")
struct SelectionRouteTests {
    let photos: FixtureFolder

    init() throws {
        photos = try FixtureFolder()
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try photos.write(name) }
    }

    private static func select(_ server: TestServer, _ identifiers: [String]) async throws -> HTTPAnswer {
        let body = try JSONSerialization.data(withJSONObject: ["assets": identifiers])
        return try await server.owner.post("/picker/v1/session/selection", String(decoding: body, as: UTF8.self))
    }

    private static func names(_ server: TestServer, offset: Int = 0) async throws -> [String] {
        let page = try await server.json("session/selection?offset=\(offset)")
        let assets = try #require(page["assets"] as? [[String: Any]])
        #expect(page["next"] is NSNull)
        return try assets.map { try #require($0["filename"] as? String) }
    }

    @Test("is there in the order picked after it was sent, and empty before", arguments: [true, false])
    func kept(isPicking: Bool) async throws {
        try await TestServer.run(photos, purpose: isPicking ? .pick(.unrestricted) : .browse) { server in
            #expect(try await Self.names(server) == [])
            let assets = try await server.assets()
            let wanted = try ["c.jpg", "a.jpg"].map { try #require(assets[$0]).identifier }
            #expect(try await Self.select(server, wanted).status == 200)
            #expect(try await server.json("session")["selection"] as? [String] == wanted)
            #expect(try await Self.names(server) == ["c.jpg", "a.jpg"])
            #expect(try await Self.names(server, offset: 1) == ["a.jpg"])
            #expect(try await Self.names(server, offset: Int.max) == [])
            #expect(try await Self.select(server, []).status == 200)
            #expect(try await Self.names(server) == [])
            #expect(server.server.coordinator.isPending)
        }
    }

    @Test("leaves out photos that are not in the library, and names them")
    func unknownAsset() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let known = try #require(try await server.assets()["a.jpg"]).identifier
            let kept = try await Self.select(server, ["aNone", known])
            #expect(kept.status == 200)
            #expect(try kept.json()["gone"] as? [String] == ["aNone"])
            #expect(try await server.json("session")["selection"] as? [String] == [known])
            #expect(try await Self.select(server, [known]).json()["gone"] as? [String] == [])
        }
    }

    @Test("is not handed over with photos that are not in the library: the refusal names all of them")
    func gone() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let known = try #require(try await server.assets()["a.jpg"]).identifier
            let body = "{\"assets\": [\"aNone\", \"\(known)\", \"aLost\"]}"
            let answer = try await server.owner.post("/picker/v1/session/done", body)
            try answer.expectError(404, "NOT_FOUND", reason: "ASSET_GONE", saying: "2 photos")
            let error = try answer.json()["error"] as? [String: Any]
            let detail = (error?["details"] as? [[String: Any]])?.first
            #expect(detail?["metadata"] as? [String: String] == ["assets": "aNone,aLost"])
            #expect(server.server.coordinator.isPending)
        }
    }

    @Test("is never larger than the limit, and does not change after the end")
    func refused() async throws {
        let picking = try #require(PickingConfiguration(selectionLimit: 2))
        try await TestServer.run(photos, purpose: .pick(picking)) { server in
            let all = try await server.assets().values.map(\.identifier)
            #expect(try await Self.select(server, [all[0]]).status == 200)
            try await Self.select(server, all).expectError(400, "FAILED_PRECONDITION", saying: "At most 2")
            #expect(try await server.json("session")["selection"] as? [String] == [all[0]])
            #expect(try await server.owner.post("/picker/v1/session/cancel").status == 200)
            try await Self.select(server, [all[0]]).expectError(400, "FAILED_PRECONDITION", saying: "cancelled")
        }
    }

    @Test("a body that is none is an invalid argument", arguments: ["", "[]", "{\"assets\": 1}"])
    func rubbish(body: String) async throws {
        try await TestServer.run(photos) { server in
            let answer = try await server.owner.post("/picker/v1/session/selection", body)
            try answer.expectError(400, "INVALID_ARGUMENT", saying: "assets")
        }
    }

    @Test("is read in pages of five hundred parts, the last of which says so")
    func pages() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let runs = (0..<501).compactMap { AssetRun(of: .init(collection: "c"), places: $0..<$0 + 1) }
            try server.server.coordinator.select(runs.map { .run($0) })
            let first = try await server.json("session/selection")
            #expect((first["runs"] as? [Any])?.count == 500 && first["next"] as? Int == 500)
            #expect(first["total"] as? Int == 501)
            let second = try await server.json("session/selection?offset=500")
            #expect((second["runs"] as? [Any])?.count == 1 && second["next"] is NSNull)
            try server.server.coordinator.select(runs.dropLast().map { .run($0) })
            let whole = try await server.json("session/selection")
            #expect((whole["runs"] as? [Any])?.count == 500 && whole["next"] is NSNull)
        }
    }
}

import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import PickerServer
import PickingSessions
import TestSupport
import Testing

@Suite("Whole albums and ranges that a page selects")
struct RunRouteTests {
    let photos: FixtureFolder

    init() throws {
        photos = try FixtureFolder()
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try photos.write(name) }
        for name in ["d.jpg", "e.jpg"] { try photos.write("trip/\(name)") }
        try photos.write("trip/clip.mp4", SampleMedia.mp4)
    }

    private func post(_ server: TestServer, _ how: String, _ parts: [[String: Any]]) async throws -> HTTPAnswer {
        let body = try JSONSerialization.data(withJSONObject: ["parts": parts])
        return try await server.owner.post("/picker/v1/session/\(how)", String(decoding: body, as: UTF8.self))
    }

    private static func runs(_ answer: HTTPAnswer) throws -> [[String: Any]]? {
        let document = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        return document?["runs"] as? [[String: Any]]
    }

    /// Paths in the default order of the camera roll, and their identifiers.
    private func roll(_ server: TestServer, _ query: String = "") async throws -> [String] {
        let page = try await server.json("collections/\(try await server.cameraRoll())/assets\(query)")
        return try #require(page["assets"] as? [[String: Any]]).compactMap { $0["localIdentifier"] as? String }
    }

    @Test("are the assets that they are when Done comes, in order, each once")
    func done() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let all = try await roll(server)
            let cameraRoll = try await server.cameraRoll()
            let answer = try await post(
                server, "done",
                [
                    ["asset": all[4]], ["collection": cameraRoll, "offset": 1, "count": 2],
                    ["collection": cameraRoll, "offset": 2, "count": 3],
                ])
            #expect(answer.status == 200, "\(answer.text)")
            let session = await server.server.coordinator.outcome()
            #expect(session.localIdentifiers == [all[4], all[1], all[2], all[3]])
        }
    }

    @Test("are kept as they are while the session goes on, and only media that may be picked count")
    func kept() async throws {
        let picking = try #require(PickingConfiguration(mediaFilter: .image, allowsWholeAlbums: true))
        try await TestServer.run(photos, purpose: .pick(picking)) { server in
            let collections = try #require(try await server.json("collections")["collections"] as? [[String: Any]])
            let trip = try #require(
                collections.first { $0["title"] as? String == "trip" }?["localIdentifier"] as? String)
            #expect(try await post(server, "selection", [["collection": trip]]).status == 200)
            #expect(server.server.coordinator.isPending)
            #expect(try await post(server, "done", [["collection": trip]]).status == 200)
            let session = await server.server.coordinator.outcome()
            #expect(session.selection.count == 2)
        }
    }

    @Test("are refused where whole albums are not allowed, and above the limit")
    func refused() async throws {
        let picking = try #require(PickingConfiguration(selectionLimit: 2))
        try await TestServer.run(photos, purpose: .pick(picking)) { server in
            let cameraRoll = try await server.cameraRoll()
            for how in ["selection", "done"] {
                let whole = try await post(server, how, [["collection": cameraRoll]])
                try whole.expectError(
                    400, "FAILED_PRECONDITION", reason: "WHOLE_ALBUMS_NOT_ALLOWED", saying: "Whole albums")
                let many = try await post(server, how, [["collection": cameraRoll, "offset": 0, "count": 3]])
                try many.expectError(400, "FAILED_PRECONDITION", reason: "OVER_LIMIT", saying: "At most 2")
            }
            #expect(server.server.coordinator.isPending)
        }
    }

    @Test("count once against the limit where they overlap")
    func overlapping() async throws {
        let picking = try #require(PickingConfiguration(selectionLimit: 3))
        try await TestServer.run(photos, purpose: .pick(picking)) { server in
            let all = try await roll(server)
            let cameraRoll = try await server.cameraRoll()
            let parts: [[String: Any]] = [(0, 3), (0, 2), (1, 2), (0, 3)].map { offset, count in
                ["collection": cameraRoll, "offset": offset, "count": count]
            }
            // Without an end there is none to wait for.
            let answer = try await post(server, "done", [["asset": all[2]]] + parts)
            try #require(answer.status == 200, "\(answer.text)")
            let session = await server.server.coordinator.outcome()
            #expect(session.localIdentifiers == [all[2], all[0], all[1]])
        }
    }

    @Test("are taken where the limit is the largest number there is")
    func largestLimit() async throws {
        let picking = try #require(PickingConfiguration(selectionLimit: .max))
        try await TestServer.run(photos, purpose: .pick(picking)) { server in
            let run: [String: Any] = ["collection": try await server.cameraRoll(), "offset": 0, "count": 3]
            // Without an end there is none to wait for.
            try #require(try await post(server, "done", [run]).status == 200)
            let session = await server.server.coordinator.outcome()
            #expect(session.selection.count == 3)
        }
    }

    @Test(
        "are an invalid argument when they are none",
        arguments: [
            "{}", #"{"asset": "a", "collection": "b"}"#, #"{"collection": "b", "offset": -1, "count": 1}"#,
            #"{"collection": "b", "offset": 5}"#, #"{"collection": "b", "count": 0}"#,
            #"{"collection": "b", "offset": 9223372036854775807, "count": 1}"#, #"{"collection": 5}"#, "[]", "5",
        ])
    func rubbish(part: String) async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            for how in ["selection", "done"] {
                let answer = try await server.owner.post("/picker/v1/session/\(how)", #"{"parts": [\#(part)]}"#)
                try answer.expectError(400, "INVALID_ARGUMENT")
            }
        }
    }

    @Test("of a collection that is not there are not found")
    func unknown() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            try await post(server, "done", [["collection": "cNone"]]).expectError(404, "NOT_FOUND")
            #expect(server.server.coordinator.isPending)
        }
    }

    @Test("count from the end where the page does, are those of a kind or of words, and leave out exceptions")
    func listings() async throws {
        let data = try TemporaryFolder()
        let library = LibraryConfiguration(root: photos.path, backend: .id("fetch-result"), dataDirectory: data.path)
        let serving = ServerConfiguration(port: 0, purpose: .pick(.unrestricted))
        try await TestServer.run(library, serving) { server in
            let all = try await roll(server)
            let cameraRoll = try await server.cameraRoll()
            let trip = try await roll(server, "?text=trip&order=reversed")
            let clip = try #require(try await server.assets()["trip/clip.mp4"]).identifier
            #expect(all.count == 6 && trip.count == 3)
            let answer = try await post(
                server, "done",
                [
                    [
                        "collection": cameraRoll, "order": "reversed", "offset": 0, "count": 3,
                        "except": [all[4], clip],
                    ],
                    ["collection": cameraRoll, "kind": "videos", "offset": 0, "count": 1],
                    ["collection": cameraRoll, "text": "trip", "order": "reversed", "offset": 1, "count": 2],
                ])
            // Without an end there is none to wait for.
            try #require(answer.status == 200, "\(answer.text)")
            let session = await server.server.coordinator.outcome()
            let wanted = [all[5], all[3]].filter { $0 != clip } + [clip] + trip.dropFirst()
            let once = wanted.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            #expect(session.localIdentifiers == once)
        }
    }

    @Test("have of each burst the one photo that the page shows, where it shows one of each")
    func stacks() async throws {
        for name in ["trip/P_BURST001.jpg", "trip/P_BURST002_COVER.jpg", "trip/P_BURST003.jpg"] {
            try photos.write(name)
        }
        let data = try TemporaryFolder()
        let library = LibraryConfiguration(root: photos.path, backend: .id("fetch-result"), dataDirectory: data.path)
        let picking = try #require(PickingConfiguration(allowsWholeAlbums: true))
        try await TestServer.run(library, ServerConfiguration(port: 0, purpose: .pick(picking))) { server in
            let (all, shown) = (try await roll(server), try await roll(server, "?kind=stacks"))
            #expect(all.count == 9 && shown.count == 7)
            let cameraRoll = try await server.cameraRoll()
            let run: [String: Any] = ["collection": cameraRoll, "kind": "stacks", "offset": 0, "count": 7]
            let kept = try #require(try Self.runs(try await post(server, "selection", [run])))
            #expect(kept.map { $0["kind"] as? String } == ["stacks"])
            try #require(try await post(server, "done", kept).status == 200)
            let session = await server.server.coordinator.outcome()
            #expect(session.localIdentifiers == shown)
        }
    }

    @Test(
        "are found again between the photos at their ends when the library has changed, and Done refuses them until then"
    )
    func changed() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let all = try await roll(server)
            let cameraRoll = try await server.cameraRoll()
            // As if two photos had come before them since the page looked.
            let stale: [String: Any] = [
                "collection": cameraRoll, "offset": 0, "count": 3, "first": all[2], "last": all[4],
                // One of them was deleted since, and one is elsewhere now.
                "except": [all[3], "aNone", all[5]],
            ]
            try await post(server, "done", [stale]).expectError(
                400, "FAILED_PRECONDITION", reason: "SELECTION_CHANGED", saying: "added or removed")
            #expect(server.server.coordinator.isPending)
            let kept = try await post(server, "selection", [["asset": all[0]], stale])
            let runs = try #require(try Self.runs(kept))
            #expect(runs.count == 1 && runs[0]["offset"] as? Int == 2 && runs[0]["count"] as? Int == 3)
            #expect(runs[0]["first"] as? String == all[2] && runs[0]["except"] as? [String] == [all[3]])
            let page = try await server.json("session/selection")
            #expect(page["total"] as? Int == 3)
            let placed = try #require(page["runs"] as? [[String: Any]])
            #expect(placed.count == 1 && placed[0]["after"] as? Int == 1)
            // The page sends what it was told.
            try #require(try await post(server, "done", runs).status == 200)
            let session = await server.server.coordinator.outcome()
            #expect(session.localIdentifiers == [all[2], all[4]])
        }
    }

    @Test("of which nothing is left, also with their album, are left out, and the others say which part they are")
    func left() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let all = try await roll(server)
            let cameraRoll = try await server.cameraRoll()
            let run: [String: Any] = ["collection": cameraRoll, "offset": 1, "count": 2]
            let kept = try await post(
                server, "selection",
                [
                    ["collection": "cNone", "offset": 0, "count": 2], ["asset": all[0]],
                    ["collection": cameraRoll, "offset": 50, "count": 9], run, run,
                ])
            #expect(kept.status == 200, "\(kept.text)")
            let runs = try #require(try Self.runs(kept))
            #expect(runs.map { $0["part"] as? Int } == [3])
            #expect(runs.first?["first"] as? String == all[1])
            #expect(try await server.json("session/selection")["total"] as? Int == 3)
        }
    }

    @Test("whose ends are gone stay at their places, as far as these are there")
    func gone() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let all = try await roll(server)
            let run: [String: Any] = [
                "collection": try await server.cameraRoll(), "offset": 4, "count": 9, "first": "aNone", "last": all[5],
            ]
            let kept = try await post(server, "selection", [run])
            let runs = try #require(try Self.runs(kept))
            #expect(runs.count == 1 && runs[0]["offset"] as? Int == 4 && runs[0]["count"] as? Int == 2)
            #expect(runs[0]["first"] as? String == all[4] && runs[0]["last"] as? String == all[5])
        }
    }
}

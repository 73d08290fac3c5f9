import Foundation
import PhotoFixtures
import PhotoModel
import PickerServer
import PickingSessions
import TestSupport
import Testing

@Suite("Albums over HTTP")
struct CollectionRouteTests {
    let photos: FixtureFolder

    init() throws {
        photos = try FixtureFolder()
        for number in 1...7 { try photos.write("album/\(number).jpg") }
        try photos.write("album/clip.mp4", SampleMedia.mp4)
        try photos.write("videos/only.mp4", SampleMedia.mp4)
    }

    @Test("each has its keys and the address of its poster, the camera roll is named")
    func list() async throws {
        try await TestServer.run(photos) { server in
            let document = try await server.json("collections")
            let collections = try #require(document["collections"] as? [[String: Any]])
            #expect(collections.map { $0["title"] as? String } == ["Camera Roll", "album", "videos"])
            #expect(collections[0]["localIdentifier"] as? String == document["cameraRoll"] as? String)
            for collection in collections {
                let identifier = try #require(collection["localIdentifier"] as? String)
                #expect(collection["posterUrl"] as? String == "/picker/v1/collections/\(identifier)/poster")
                #expect(collection.keys.contains("estimatedAssetCount") && collection.keys.contains("parent"))
            }
        }
    }

    @Test("the album of what is in no folder is named, whether it has anything or not")
    func ownAlbum() async throws {
        try photos.write("loose.jpg")
        try await TestServer.run(photos) { server in
            let document = try await server.json("collections")
            let own = try #require(document["ownAlbum"] as? String)
            let collections = try #require(document["collections"] as? [[String: Any]])
            let album = try #require(collections.first { $0["localIdentifier"] as? String == own })
            #expect(album["estimatedAssetCount"] as? Int == 1 && album["type"] as? String == "album")
        }
    }

    /// What the pages of a list hold, read in pieces of four.
    private func read(_ list: String, of server: TestServer) async throws -> [String] {
        var read: [String] = []
        var offset: Int? = 0
        while let start = offset {
            let page = try await server.json("\(list)offset=\(start)&limit=4")
            #expect(page["total"] as? Int == 9 && page["offset"] as? Int == start)
            read += Self.paths(page)
            offset = page["next"] as? Int
        }
        return read
    }

    @Test("pages follow each other without gap or overlap, the last one says so")
    func paging() async throws {
        try await TestServer.run(photos) { server in
            let cameraRoll = try await server.cameraRoll()
            let whole = try await server.json("collections/\(cameraRoll)/assets")
            #expect(whole["total"] as? Int == 9 && whole["offset"] as? Int == 0 && whole["next"] is NSNull)
            let all = Self.paths(whole)
            #expect(Set(all).count == 9)
            #expect(try await read("collections/\(cameraRoll)/assets?", of: server) == all)
        }
    }

    @Test("reversed pages are the default order from its end, without gap or overlap")
    func reversedPaging() async throws {
        try await TestServer.run(photos) { server in
            let list = "collections/\(try await server.cameraRoll())/assets"
            let all = Self.paths(try await server.json(list))
            #expect(try await read("\(list)?order=reversed&", of: server) == all.reversed())
            for behind in [9, 100, Int.max] {
                let page = try await server.json("\(list)?order=reversed&offset=\(behind)")
                #expect(Self.paths(page).isEmpty && page["next"] is NSNull && page["total"] as? Int == 9)
            }
            let unknown = try await server.owner.get("/picker/v1/\(list)?order=x")
            try unknown.expectError(400, "INVALID_ARGUMENT", saying: "order")
        }
    }

    @Test("a page after the end is empty and the last one")
    func behindEnd() async throws {
        try await TestServer.run(photos) { server in
            let page = try await server.json("collections/\(try await server.cameraRoll())/assets?offset=100")
            #expect(Self.paths(page).isEmpty && page["next"] is NSNull && page["total"] as? Int == 9)
        }
    }

    @Test(
        "bounds of a page are checked",
        arguments: [
            "offset=-1", "offset=x", "offset=", "limit=0", "limit=-1", "limit=501", "limit=1.5",
            "offset=99999999999999999999",
        ])
    func bounds(query: String) async throws {
        try await TestServer.run(photos) { server in
            let target = "/picker/v1/collections/\(try await server.cameraRoll())/assets?\(query)"
            try await server.owner.get(target).expectError(400, "INVALID_ARGUMENT", saying: "must be a whole number")
        }
    }

    @Test("the largest bounds that are allowed are answered")
    func largest() async throws {
        try await TestServer.run(photos) { server in
            let page = try await server.json(
                "collections/\(try await server.cameraRoll())/assets?limit=500&offset=\(Int.max)")
            #expect(Self.paths(page).isEmpty)
        }
    }

    @Test("a page holds only what the session lets people choose")
    func filtered() async throws {
        let picking = try #require(PickingConfiguration(mediaFilter: .video))
        try await TestServer.run(photos, purpose: .pick(picking)) { server in
            let page = try await server.json("collections/\(try await server.cameraRoll())/assets")
            #expect(Self.paths(page).sorted() == ["album/clip.mp4", "videos/only.mp4"])
        }
    }

    @Test("the poster is a small image; an album without a photo has none, and says so")
    func poster() async throws {
        try await TestServer.run(photos) { server in
            let collections = try #require(try await server.json("collections")["collections"] as? [[String: Any]])
            let posters = collections.compactMap { $0["posterUrl"] as? String }
            let album = try await server.owner.get(posters[1] + "?w=40&h=40")
            #expect(album.status == 200 && album["content-type"] == "image/jpeg")
            let image = try DecodedPhoto(album.body)
            #expect(image.size.width == image.size.height && (40...160).contains(image.size.width), "\(image.size)")
            let videos = try await server.owner.get(posters[2])
            #expect([404, 415].contains(videos.status), "\(videos.text)")
        }
    }

    @Test("the days of an album are counted in its order, and only of what may be chosen")
    func days() async throws {
        let days = ["2024-05-01", "2024-05-01", "2024-05-02"] + Array(repeating: "2025-01-31", count: 4)
        for (number, day) in zip(1...7, days) {
            let date = try #require(ISO8601DateFormatter().date(from: "\(day)T23:59:00Z"))
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: photos.path("album/\(number).jpg"))
        }
        let picking = try #require(PickingConfiguration(mediaFilter: .image))
        try await TestServer.run(photos, purpose: .pick(picking)) { server in
            let document = try await server.json("collections/\(try await server.cameraRoll())/days")
            #expect(Set(document.keys) == ["total", "days", "counts"])
            #expect(document["total"] as? Int == 7)
            #expect(document["days"] as? [String] == ["2024-05-01", "2024-05-02", "2025-01-31"])
            #expect(document["counts"] as? [Int] == [2, 1, 4])
        }
        try await TestServer.run(photos) { server in
            let document = try await server.json("collections/\(try await server.cameraRoll())/days")
            #expect(document["total"] as? Int == 9)
        }
    }

    @Test(
        "a list is compressed for clients that take it so, and says that it depends on them",
        arguments: [
            ("gzip", true), ("br, GZIP;q=0.5", true), ("deflate, *", true), ("gzip;q=0, *", false), ("br", false),
            ("", false),
        ])
    func compressed(accepted: String, isCompressed: Bool) async throws {
        try await TestServer.run(photos) { server in
            let target = "/picker/v1/collections/\(try await server.cameraRoll())/assets"
            var plain = try await server.owner.get(target)
            var answer = plain
            // What a list says of its photos changes while it has not waited for all of their hashes.
            repeat {
                plain = try await server.owner.get(target)
                answer = try await server.owner.send("GET", target, headers: ["Accept-Encoding": accepted])
            } while try await server.owner.get(target).body != plain.body
            #expect(plain["vary"] == "Accept-Encoding" && answer["vary"] == "Accept-Encoding")
            #expect(plain["content-encoding"] == nil)
            #expect((answer["content-encoding"] == "gzip") == isCompressed)
            guard isCompressed else { return #expect(answer.body == plain.body) }
            #expect(answer.body.count < plain.body.count / 3)
            let file = photos.surroundings.path("answer.gz")
            try Data(answer.body).write(to: URL(fileURLWithPath: file))
            let unpacked = try Subprocess.run("gzip", ["-dc", file])
            #expect(unpacked.succeeded && unpacked.standardOutput == plain.body)
        }
    }

    @Test("an unknown album is not found", arguments: ["assets", "days", "poster"])
    func unknown(part: String) async throws {
        try await TestServer.run(photos) { server in
            try await server.owner.get("/picker/v1/collections/cNone/\(part)").expectError(404, "NOT_FOUND")
            let long = String(repeating: "c", count: 65)
            try await server.owner.get("/picker/v1/collections/\(long)/\(part)").expectError(404, "NOT_FOUND")
        }
    }

    private static func paths(_ page: [String: Any]) -> [String] {
        (page["assets"] as? [[String: Any]] ?? []).compactMap { $0["relativePath"] as? String }
    }
}

import Foundation
import PhotoFixtures
import PickerServer
import Pixels
import TestSupport
import Testing

@Suite("Albums over HTTP")
struct CollectionRouteTests {
    let photos: PhotoFolder

    init() throws {
        photos = try PhotoFolder()
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

    @Test("pages follow each other without gap or overlap, the last one says so")
    func paging() async throws {
        try await TestServer.run(photos) { server in
            let cameraRoll = try await server.cameraRoll()
            let whole = try await server.json("collections/\(cameraRoll)/assets")
            #expect(whole["total"] as? Int == 9 && whole["offset"] as? Int == 0 && whole["next"] is NSNull)
            let all = Self.paths(whole)
            #expect(Set(all).count == 9)
            var read: [String] = []
            var offset: Int? = 0
            while let start = offset {
                let page = try await server.json("collections/\(cameraRoll)/assets?offset=\(start)&limit=4")
                #expect(page["total"] as? Int == 9 && page["offset"] as? Int == start)
                read += Self.paths(page)
                offset = page["next"] as? Int
            }
            #expect(read == all)
        }
    }

    @Test("a page behind the end is empty and the last one")
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

    @Test("an unknown album is not found", arguments: ["assets", "poster"])
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

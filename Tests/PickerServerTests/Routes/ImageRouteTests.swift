import Foundation
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

@Suite("Images over HTTP")
struct ImageRouteTests {
    let photos: FixtureFolder

    init() throws {
        photos = try FixtureFolder()
        try photos.write("photo.jpg", try SamplePhoto.jpeg(400, 300, orientation: 6))
        try photos.write("glass.png", try SamplePhoto.png(100, 80, alpha: 0))
        try photos.write("apple.heic", SampleMedia.heic)
        try photos.write("broken.jpg", Array(try SamplePhoto.jpeg().prefix(30)))
    }

    private static func get(
        _ server: TestServer, _ name: String, _ query: String, headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        let asset = try #require(try await server.assets()[name])
        return try await server.owner.get("/picker/v1/assets/\(asset.identifier)/image?\(query)", headers: headers)
    }

    @Test("fit keeps the shape of the upright photo inside of the box")
    func fit() async throws {
        try await TestServer.run(photos) { server in
            let answer = try await Self.get(server, "photo.jpg", "w=200&h=200&mode=fit")
            #expect(answer.status == 200 && answer["content-type"] == "image/jpeg")
            let image = try DecodedPhoto(answer.body)
            #expect(image.size.height >= 200 && image.size.width * 4 == image.size.height * 3, "\(image.size)")
            #expect(image.shows([2, 0, 3, 1].map { SamplePhoto.colors[$0] }))
        }
    }

    @Test("fill has the shape of the box")
    func fill() async throws {
        try await TestServer.run(photos) { server in
            let answer = try await Self.get(server, "photo.jpg", "w=100&h=100&mode=fill")
            let image = try DecodedPhoto(answer.body)
            #expect(image.size.width == image.size.height && image.size.width >= 100, "\(image.size)")
        }
    }

    @Test(
        "a photo that is larger comes in exactly the size that was asked for, a smaller one in its own",
        arguments: [
            ("w=1024&h=1024&mode=fit", 1024, 512), ("w=384&h=384&mode=fill", 384, 384),
            ("w=900&h=300&mode=fit", 600, 300), ("w=4000&h=4000&mode=fit", 2400, 1200),
        ]
    )
    func exactSize(query: String, width: Int, height: Int) async throws {
        try photos.write("large.jpg", try SamplePhoto.jpeg(2400, 1200))
        try await TestServer.run(photos) { server in
            let image = try DecodedPhoto(try await Self.get(server, "large.jpg", query).body)
            #expect(image.size == PixelSize(width: width, height: height))
        }
    }

    @Test("the poster of an album has exactly the size that was asked for")
    func poster() async throws {
        try photos.write("album/large.jpg", try SamplePhoto.jpeg(2400, 1200))
        try await TestServer.run(photos) { server in
            let list = try await server.json("collections")
            let collections = try #require(list["collections"] as? [[String: Any]])
            let album = try #require(collections.first { $0["title"] as? String == "album" })
            let url = try #require(album["posterUrl"] as? String)
            let answer = try await server.owner.get("\(url)?w=500&h=500")
            #expect(try DecodedPhoto(answer.body).size == PixelSize(width: 500, height: 500))
        }
    }

    @Test("fast is answered too, and not kept when a better image could come")
    func fast() async throws {
        try await TestServer.run(photos) { server in
            let version = try #require(try await server.assets()["photo.jpg"]).version
            let answer = try await Self.get(server, "photo.jpg", "w=100&h=100&mode=fill&quality=fast&v=\(version)")
            #expect(answer.status == 200)
            #expect((answer["cache-control"] == "no-cache") == (answer["etag"] == nil))
        }
    }

    @Test("a part is cut out before it is scaled, and has another tag than the whole")
    func part() async throws {
        try photos.write("large.jpg", try SamplePhoto.jpeg(640, 480))
        try await TestServer.run(photos) { server in
            let version = try #require(try await server.assets()["large.jpg"]).version
            let query = "w=160&h=120&mode=fit&v=\(version)"
            let whole = try await Self.get(server, "large.jpg", query)
            let part = try await Self.get(server, "large.jpg", "\(query)&part=320,240,320,240")
            #expect(try DecodedPhoto(part.body).size == PixelSize(width: 160, height: 120))
            #expect(part.body != whole.body)
            let tag = try #require(whole["etag"])
            let other = try await Self.get(
                server, "large.jpg", "\(query)&part=0,0,320,240", headers: ["If-None-Match": tag])
            #expect(other.status == 200 && other.body != part.body)
            let pixels = try await Self.get(server, "large.jpg", "w=100&h=80&part=7,9,100,80")
            #expect(try DecodedPhoto(pixels.body).size == PixelSize(width: 100, height: 80))
        }
    }

    @Test(
        "a part that is none is refused",
        arguments: ["", "1,2,3", "1,2,3,4,5", "-1,0,5,5", "0,0,0,5", "0,0,5,x", "0,0,,5", "600,0,100,10"])
    func wrongPart(part: String) async throws {
        try photos.write("large.jpg", try SamplePhoto.jpeg(640, 480))
        try await TestServer.run(photos) { server in
            let answer = try await Self.get(server, "large.jpg", "w=100&h=100&part=\(part)")
            #expect(answer.status == 400)
        }
    }

    @Test("transparency comes as PNG")
    func alpha() async throws {
        try await TestServer.run(photos) { server in
            let answer = try await Self.get(server, "glass.png", "w=100&h=100")
            #expect(answer["content-type"] == "image/png")
            #expect(try DecodedPhoto(answer.body).alpha == [255, 0, 255, 0])
        }
    }

    @Test("an address with the version is kept for ever, and 304 when it is there already")
    func entityTag() async throws {
        try await TestServer.run(photos) { server in
            let version = try #require(try await server.assets()["photo.jpg"]).version
            let query = "w=120&h=120&v=\(version)"
            let first = try await Self.get(server, "photo.jpg", query)
            #expect(first["cache-control"] == "private, max-age=31536000, immutable")
            let tag = try #require(first["etag"])
            let again = try await Self.get(server, "photo.jpg", query, headers: ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty && again["etag"] == tag)
            let other = try await Self.get(
                server, "photo.jpg", "w=121&h=120&v=\(version)", headers: ["If-None-Match": tag])
            #expect(other.status == 200)
        }
    }

    @Test("tags are compared as HTTP says: in lists, weakly, and any for a star")
    func entityTagLists() async throws {
        try await TestServer.run(photos) { server in
            let version = try #require(try await server.assets()["photo.jpg"]).version
            let query = "w=120&h=120&v=\(version)"
            let tag = try #require(try await Self.get(server, "photo.jpg", query)["etag"])
            let matching = [
                "*", " * ", "W/\(tag)", "\"a\", \(tag)", "\(tag),\"a\"", "\"a,b\" , W/\(tag)", "\"a\",, \(tag)",
            ]
            for field in matching {
                let answer = try await Self.get(server, "photo.jpg", query, headers: ["If-None-Match": field])
                #expect(answer.status == 304 && answer["etag"] == tag, "\(field)")
            }
            let others = [
                "\"\"", "\"a\"", tag.replacing("\"", with: ""), "w/\(tag)", "\"a,\(tag.dropFirst())", "\"*\"",
            ]
            for field in others {
                let answer = try await Self.get(server, "photo.jpg", query, headers: ["If-None-Match": field])
                #expect(answer.status == 200, "\(field)")
            }
            let twice = ["If-None-Match": "\"a\"", "if-none-match": tag]
            #expect(try await Self.get(server, "photo.jpg", query, headers: twice).status == 304)
        }
    }

    @Test("an asset that does not exist is not found, whatever tag the client has", arguments: ["*", "\"0-9x9-0-1\""])
    func entityTagOfNothing(tag: String) async throws {
        try await TestServer.run(photos) { server in
            let answer = try await server.owner.get(
                "/picker/v1/assets/aNone/image?w=9&h=9&v=0", headers: ["If-None-Match": tag])
            try answer.expectError(404, "NOT_FOUND")
        }
    }

    @Test("an address with a version that the photo no longer has gives the photo of now, and is not kept")
    func formerVersion() async throws {
        try await TestServer.run(photos) { server in
            let version = try #require(try await server.assets()["photo.jpg"]).version
            let tag = try #require(try await Self.get(server, "photo.jpg", "w=120&h=120&v=\(version)")["etag"])
            let former = "\"0\(tag.dropFirst(1 + version.count))"
            let answer = try await Self.get(server, "photo.jpg", "w=120&h=120&v=0", headers: ["If-None-Match": former])
            #expect(answer.status == 200 && answer["cache-control"] == "no-cache" && answer["etag"] == nil)
        }
    }

    @Test("an image of which a part is missing says so in a header and is not kept, others are")
    func incomplete() async throws {
        try photos.write("cut.jpg", SamplePhoto.cutOff(try SamplePhoto.jpeg(400, 300)))
        try await TestServer.run(photos) { server in
            for (name, isCut) in [("cut.jpg", true), ("photo.jpg", false)] {
                let version = try #require(try await server.assets()[name]).version
                let answer = try await Self.get(server, name, "w=100&h=100&v=\(version)")
                #expect(answer.status == 200 && answer["x-picker-incomplete"] == (isCut ? "1" : nil))
                #expect(answer["cache-control"] == (isCut ? "no-cache" : "private, max-age=31536000, immutable"))
                #expect((answer["etag"] == nil) == isCut)
            }
        }
    }

    @Test("without the version it is not kept")
    func noVersion() async throws {
        try await TestServer.run(photos) { server in
            let answer = try await Self.get(server, "photo.jpg", "w=120&h=120")
            #expect(answer["cache-control"] == "no-cache" && answer["etag"] == nil)
        }
    }

    @Test("what is no version does not get into a header", arguments: ["a%0D%0ASet-Cookie:%20x", "%22", "zz", ""])
    func rubbishVersion(text: String) async throws {
        try await TestServer.run(photos) { server in
            let answer = try await Self.get(server, "photo.jpg", "w=9&h=9&v=\(text)")
            try answer.expectError(400, "INVALID_ARGUMENT", saying: "v ")
            #expect(answer["set-cookie"] == nil && answer["etag"] == nil)
        }
    }

    @Test("a format that cannot be decoded says why and what would help")
    func unsupported() async throws {
        try await TestServer.run(photos) { server in
            let answer = try await Self.get(server, "apple.heic", "w=9&h=9")
            try answer.expectError(415, "UNSUPPORTED_FORMAT", saying: "libheif")
            let broken = try await Self.get(server, "broken.jpg", "w=9&h=9")
            try broken.expectError(415, "CORRUPT_MEDIA", saying: "broken.jpg")
        }
    }

    @Test("sizes and modes are checked", arguments: ["w=0", "w=x", "h=-1", "w=16385", "mode=stretch"])
    func badQuery(query: String) async throws {
        try await TestServer.run(photos) { server in
            try await Self.get(server, "photo.jpg", query).expectError(400, "INVALID_ARGUMENT")
        }
    }

    @Test("an unknown asset is not found", arguments: ["", "/image", "/original"])
    func unknown(part: String) async throws {
        try await TestServer.run(photos) { server in
            for identifier in ["aNone", "..", "%2e%2e", "%2e%2e%2f%2e%2e", "a%00b", String(repeating: "a", count: 65)] {
                let answer = try await server.owner.get("/picker/v1/assets/\(identifier)\(part)")
                #expect(answer.status == 404, "\(identifier): \(answer.status)")
            }
        }
    }

    @Test("the details have every key of an asset, its files and the camera")
    func details() async throws {
        try await TestServer.run(photos) { server in
            let asset = try #require(try await server.assets()["photo.jpg"])
            let document = try await server.json("assets/\(asset.identifier)")
            #expect(document["pixelWidth"] as? Int == 300 && document["pixelHeight"] as? Int == 400)
            #expect(document.keys.contains("camera") && document.keys.contains("location"))
            #expect((document["representations"] as? [Any])?.count == 1)
            #expect(document["version"] as? String == asset.version)
        }
    }
}

import PhotoFixtures
import TestSupport
import Testing

@Suite("Originals over HTTP")
struct OriginalRouteTests {
    let photos: FixtureFolder
    let bytes: [UInt8]

    init() throws {
        photos = try FixtureFolder()
        // More than one piece of what is read at once.
        let noise = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 9) }
        bytes = try photos.write("photo.jpg", try SamplePhoto.jpeg() + noise)
        try photos.write("clip.mp4", SampleMedia.mp4)
    }

    private static func get(
        _ server: TestServer, _ method: String = "GET", _ name: String = "photo.jpg", range: String = ""
    ) async throws -> HTTPAnswer {
        let asset = try #require(try await server.assets()[name])
        return try await server.owner.send(
            method, "/picker/v1/assets/\(asset.identifier)/original", headers: ["Range": range])
    }

    @Test("the whole file comes as it is, with its type and length")
    func whole() async throws {
        try await TestServer.run(photos) { server in
            let answer = try await Self.get(server)
            #expect(answer.status == 200 && answer.body == bytes)
            #expect(answer["content-type"] == "image/jpeg" && answer["content-length"] == "\(bytes.count)")
            #expect(answer["accept-ranges"] == "bytes")
            let video = try await Self.get(server, "GET", "clip.mp4")
            #expect(video["content-type"] == "video/mp4" && video.body == SampleMedia.mp4)
        }
    }

    @Test("the video of a Live Photo comes by its role; what has none says what it has")
    func roles() async throws {
        try photos.write("live.jpg", SampleLivePhoto.still("a"))
        let video = SampleLivePhoto.video("a")
        try photos.write("live.mov", video)
        try await TestServer.run(photos) { server in
            let assets = try await server.assets()
            let live = "/picker/v1/assets/\(try #require(assets["live.jpg"]).identifier)/original"
            let paired = try await server.owner.get(live + "?role=pairedVideo")
            #expect(paired.status == 200 && paired.body == video && paired["content-type"] == "video/quicktime")
            try await server.owner.get(live + "?role=x").expectError(400, "INVALID_ARGUMENT", saying: "role")
            let still = "/picker/v1/assets/\(try #require(assets["photo.jpg"]).identifier)/original"
            try await server.owner.get(still + "?role=pairedVideo").expectError(404, "NOT_FOUND", saying: "photo")
        }
    }

    /// First and last byte; negative ones count from the end.
    @Test(
        "a range comes as a part",
        arguments: [
            ("bytes=0-0", 0, 0), ("bytes=100-299999", 100, 299_999), ("bytes=-5", -5, -1),
            ("bytes=600000-", 600_000, -1),
        ])
    func part(range: String, first: Int, last: Int) async throws {
        let first = first < 0 ? bytes.count + first : first
        let last = last < 0 ? bytes.count + last : last
        try await TestServer.run(photos) { server in
            let answer = try await Self.get(server, range: range)
            #expect(answer.status == 206)
            #expect(answer.body == Array(bytes[first...last]))
            #expect(answer["content-range"] == "bytes \(first)-\(last)/\(bytes.count)")
            #expect(answer["content-length"] == "\(last - first + 1)")
        }
    }

    @Test("HEAD has no ranges, and neither has a file of which a client names the version: there is no name for one")
    func noRanges() async throws {
        try await TestServer.run(photos) { server in
            let head = try await Self.get(server, "HEAD", range: "bytes=0-9")
            #expect(head.status == 200 && head["content-length"] == "\(bytes.count)" && head["content-range"] == nil)
            #expect(try await Self.get(server, "HEAD", range: "bytes=9999999-").status == 200)
            let asset = try #require(try await server.assets()["photo.jpg"])
            let resumed = try await server.owner.get(
                "/picker/v1/assets/\(asset.identifier)/original",
                headers: ["Range": "bytes=5-", "If-Range": "\"other\""])
            #expect(resumed.status == 200 && resumed.body == bytes)
        }
    }

    @Test("a range after the end cannot be satisfied, several are answered with the whole")
    func otherRanges() async throws {
        try await TestServer.run(photos) { server in
            let after = try await Self.get(server, range: "bytes=9999999-")
            #expect(after.status == 416 && after["content-range"] == "bytes */\(bytes.count)")
            #expect(after.body.isEmpty)
            #expect(try await Self.get(server, range: "bytes=0-1,4-5").status == 200)
        }
    }

    @Test("HEAD answers with the headers alone")
    func head() async throws {
        try await TestServer.run(photos) { server in
            let answer = try await Self.get(server, "HEAD")
            #expect(answer.status == 200 && answer.body.isEmpty)
            #expect(answer["content-length"] == "\(bytes.count)" && answer["accept-ranges"] == "bytes")
        }
    }
}

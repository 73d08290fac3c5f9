import PhotoFixtures
import PhotoModel
import PickerHost
import PickerServer
import PickingSessions
import TestSupport
import Testing

@Suite("An album over HTTP, narrowed to a kind or to what words find")
struct NarrowingRouteTests {
    private static let rating = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5"/></rdf:RDF></x:xmpmeta>
        """

    private let photos: FixtureFolder
    private let data: TemporaryFolder

    init() throws {
        photos = try FixtureFolder()
        data = try TemporaryFolder()
        try photos.write("Lake/one.jpg")
        try photos.write("Lake/two.jpg")
        try photos.write("Lake/two.xmp", Array(Self.rating.utf8))
        try photos.write("Screenshot_20240501-100000.jpg")
        try photos.write("x+y.jpg")
        try photos.write("y x.jpg")
        try photos.write("clip.mp4", SampleMedia.mp4)
        try photos.write("raw.dng", SampleRAW.dng.file())
        try photos.write("live.jpg", SampleLivePhoto.still("a"))
        try photos.write("live.mov", SampleLivePhoto.video("a"))
    }

    private func configuration(_ backend: String) -> LibraryConfiguration {
        LibraryConfiguration(root: photos.path, backend: .id(backend), dataDirectory: data.path)
    }

    private func names(_ query: String, of server: TestServer) async throws -> [String] {
        let page = try await server.json("collections/\(try await server.cameraRoll())/assets?\(query)")
        let names = (page["assets"] as? [[String: Any]] ?? []).compactMap { $0["filename"] as? String }
        #expect(page["total"] as? Int == names.count)
        let days = try await server.json("collections/\(try await server.cameraRoll())/days?\(query)")
        #expect(days["total"] as? Int == names.count, "\(query)")
        return names.sorted()
    }

    @Test("each kind has its photos, and the session names the kinds")
    func kinds() async throws {
        try await TestServer.run(configuration("fetch-result")) { server in
            let library = try #require(try await server.json("session")["library"] as? [String: Any])
            #expect(
                library["kinds"] as? [String]
                    == ["photos", "videos", "live", "raw", "favorites", "screenshots", "stacks"])
            #expect(library["isSearchable"] as? Bool == true)
            #expect(try await names("kind=videos", of: server) == ["clip.mp4"])
            #expect(try await names("kind=live", of: server) == ["live.jpg"])
            #expect(try await names("kind=raw", of: server) == ["raw.dng"])
            #expect(try await names("kind=favorites", of: server) == ["two.jpg"])
            #expect(try await names("kind=screenshots", of: server) == ["Screenshot_20240501-100000.jpg"])
            #expect(try await names("kind=photos", of: server).count == 7)
            #expect(try await names("", of: server).count == 8)
        }
    }

    @Test("of each burst one photo is left, and all else")
    func stacks() async throws {
        for name in ["Lake/P_BURST001.jpg", "Lake/P_BURST002_COVER.jpg", "Lake/P_BURST003.jpg"] {
            try photos.write(name)
        }
        try await TestServer.run(configuration("fetch-result")) { server in
            #expect(try await names("", of: server).count == 11)
            let shown = try await names("kind=stacks", of: server)
            #expect(shown.count == 9 && shown.filter { $0.hasPrefix("P_") } == ["P_BURST002_COVER.jpg"])
            #expect(try await names("kind=stacks&text=burst001", of: server).isEmpty)
        }
        try await TestServer.run(configuration("legacy-group")) { server in
            let list = "/picker/v1/collections/\(try await server.cameraRoll())/assets?kind=stacks"
            try await server.owner.get(list).expectError(400, "INVALID_ARGUMENT", saying: "kind")
        }
    }

    @Test("words find photos in the order of their days, and within a kind")
    func words() async throws {
        try await TestServer.run(configuration("fetch-result")) { server in
            #expect(try await names("text=lake", of: server) == ["one.jpg", "two.jpg"])
            #expect(try await names("text=lake%20tw", of: server) == ["two.jpg"])
            // Forms and URLSearchParams write a space so, and a plus sign that is meant as %2B.
            #expect(try await names("text=lake+tw", of: server) == ["two.jpg"])
            #expect(try await names("text=x+y", of: server) == ["x+y.jpg", "y x.jpg"])
            #expect(try await names("text=x%2By", of: server) == ["x+y.jpg"])
            #expect(try await names("text=lake&kind=favorites", of: server) == ["two.jpg"])
            #expect(try await names("text=zebra", of: server).isEmpty)
            #expect(try await names("text=%20%20", of: server).count == 8)
            #expect(try await names("text=++", of: server).count == 8)
            let list = "collections/\(try await server.cameraRoll())/assets?text=lake"
            let forth = try await server.json(list)["assets"] as? [[String: Any]]
            let back = try await server.json(list + "&order=reversed")["assets"] as? [[String: Any]]
            #expect(forth?.map { $0["filename"] as? String } == back?.reversed().map { $0["filename"] as? String })
        }
    }

    @Test("a backend that knows media types alone offers those, and refuses the rest")
    func refused() async throws {
        try await TestServer.run(configuration("legacy-group")) { server in
            let library = try #require(try await server.json("session")["library"] as? [String: Any])
            #expect(library["kinds"] as? [String] == ["photos", "videos"])
            #expect(library["isSearchable"] as? Bool == false)
            #expect(try await names("kind=videos", of: server) == ["clip.mp4"])
            let list = "/picker/v1/collections/\(try await server.cameraRoll())/assets"
            try await server.owner.get("\(list)?kind=raw").expectError(400, "INVALID_ARGUMENT", saying: "kind")
            try await server.owner.get("\(list)?kind=").expectError(400, "INVALID_ARGUMENT", saying: "kind")
            try await server.owner.get("\(list)?text=lake").expectError(501, "UNSUPPORTED", saying: "search")
            let long = String(repeating: "a", count: 513)
            try await server.owner.get("\(list)?text=\(long)").expectError(400, "INVALID_ARGUMENT", saying: "512")
        }
    }

    @Test("where only photos may be picked, no kind has anything else")
    func filtered() async throws {
        let picking = try #require(PickingConfiguration(mediaFilter: .image))
        let serving = ServerConfiguration(port: 0, purpose: .pick(picking))
        try await TestServer.run(configuration("fetch-result"), serving) { server in
            let library = try #require(try await server.json("session")["library"] as? [String: Any])
            #expect(library["kinds"] as? [String] == ["live", "raw", "favorites", "screenshots", "stacks"])
            let list = "/picker/v1/collections/\(try await server.cameraRoll())/assets"
            try await server.owner.get("\(list)?kind=videos").expectError(400, "INVALID_ARGUMENT", saying: "kind")
            #expect(try await names("text=clip", of: server).isEmpty)
        }
    }
}

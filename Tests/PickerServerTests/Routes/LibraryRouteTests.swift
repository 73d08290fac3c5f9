import Cryptography
import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import PickingSessions
import Platform
import SessionStorage
import TestSupport
import Testing

@testable import PickerServer

@Suite("Several libraries over HTTP")
struct LibraryRouteTests {
    let photos: FixtureFolder
    let family: FixtureFolder

    init() throws {
        photos = try FixtureFolder()
        for name in ["1.jpg", "2.jpg"] { try photos.write(name) }
        family = try FixtureFolder()
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try family.write("Trip/\(name)") }
    }

    private var first: LibraryConfiguration { LibraryConfiguration(root: photos.path, backend: .id("legacy-group")) }

    /// Opens the folder `family` when `isThere` says so.
    private func other(isThere: @escaping @Sendable () -> Bool = { true }) -> OtherLibrary {
        let root = family.path
        return OtherLibrary(key: "family", title: "Family", root: family.path) {
            guard isThere() else { throw PhotoError(.offline, "nas.example cannot be reached") }
            let library = try await PhotoLibrary.open(
                LibraryConfiguration(root: root, backend: .id("legacy-group")),
                registry: BackendRegistry(searchPath: .standard(environment: nil)))
            try await library.requestAuthorization()
            return library
        }
    }

    @Test("the metrics count the images of all of them")
    func metrics() async throws {
        let registry = MetricsRegistry()
        let value = { @Sendable (name: String) -> Int? in
            let line = registry.text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
            return line.flatMap { Int($0.dropFirst(name.count + 1)) }
        }
        var configuration = ServerConfiguration(port: 0)
        configuration.metrics = registry
        try await TestServer.run(first, configuration, others: [other()]) { server in
            let albums = try await server.json("libraries/family/collections")
            let cameraRoll = try #require(albums["cameraRoll"] as? String)
            let names = ["picker_images_begun_total", #"picker_image_cache_misses_total{cache="memory"}"#]
            #expect(names.map(value) == [0, 0])
            let answer = try await server.owner.get("/picker/v1/libraries/family/collections/\(cameraRoll)/poster")
            #expect(answer.status == 200)
            #expect(names.allSatisfy { value($0) ?? 0 > 0 }, "\(registry.text)")
        }
    }

    @Test("each has its own albums, photos, images and selection below its key; the first has the plain addresses, too")
    func each() async throws {
        try await TestServer.run(first, others: [other()]) { server in
            let collections = try await server.json("libraries/family/collections")
            let list = try #require(collections["collections"] as? [[String: Any]])
            #expect(list.compactMap { $0["title"] as? String }.contains("Trip"))
            let trip = try #require(list.first { $0["title"] as? String == "Trip" })
            let identifier = try #require(trip["localIdentifier"] as? String)
            let poster = try #require(trip["posterUrl"] as? String)
            #expect(poster == "/picker/v1/libraries/family/collections/\(identifier)/poster")
            #expect(try await server.owner.get(poster).status == 200)
            let page = try await server.json("libraries/family/collections/\(identifier)/assets")
            let assets = try #require(page["assets"] as? [[String: Any]])
            #expect(assets.count == 3)
            let asset = try #require(assets.first?["localIdentifier"] as? String)
            let image = "libraries/family/assets/\(asset)/image?w=64&h=64"
            #expect(try await server.owner.get("/picker/v1/" + image).status == 200)
            // What is of one library is of no other.
            #expect(try await server.owner.get("/picker/v1/assets/\(asset)/image?w=64&h=64").status == 404)
            let selected = try await server.owner.post(
                "/picker/v1/libraries/family/session/selection", "{\"assets\":[\"\(asset)\"]}")
            #expect(selected.status == 200)
            #expect(try await server.json("libraries/family/session")["selection"] as? [String] == [asset])
            #expect(try await server.json("session")["selection"] as? [String] == [])
            let plain = try await server.json("collections")["cameraRoll"] as? String
            #expect(try await server.json("libraries/first/collections")["cameraRoll"] as? String == plain)
        }
    }

    @Test("the list says what there is; keys that are none, strangers and other methods get nothing")
    func list() async throws {
        try await TestServer.run(first, others: [other()]) { server in
            _ = try await server.json("libraries/family/session")
            let libraries = try #require(try await server.json("libraries")["libraries"] as? [[String: Any]])
            #expect(libraries.map { $0["key"] as? String } == ["first", "family"])
            #expect(libraries.map { $0["state"] as? String } == ["ready", "ready"])
            #expect(libraries[1]["title"] as? String == "Family")
            #expect(libraries.allSatisfy { $0["message"] is NSNull })
            try await server.owner.get("/picker/v1/libraries/stranger/session").expectError(404, "NOT_FOUND")
            try await server.owner.get("/picker/v1/libraries/family/nothing").expectError(404, "NOT_FOUND")
            for target in ["libraries", "libraries/family/session", "libraries/stranger/session"] {
                #expect(try await server.stranger.get("/picker/v1/" + target).status == 401)
            }
            #expect(try await server.owner.get("/library/family").status == 200)
            #expect(try await server.stranger.get("/library/family").status == 401)
        }
    }

    @Test("one that cannot be reached is said to be so, keeps no one from the others, and is there when it can be")
    func unavailable() async throws {
        let isThere = Mutex(false)
        try await TestServer.run(first, others: [other { isThere.withLock { $0 } }]) { server in
            try await server.owner.get("/picker/v1/libraries/family/session")
                .expectError(503, "OFFLINE", saying: "nas.example")
            let before = try #require(try await server.json("libraries")["libraries"] as? [[String: Any]])
            #expect(before[1]["state"] as? String == "unavailable" && before[1]["status"] as? String == "OFFLINE")
            #expect(before[1]["message"] as? String == "nas.example cannot be reached")
            #expect(try await server.assets().count == 2)
            isThere.withLock { $0 = true }
            _ = try await server.json("libraries/family/session")
            let after = try #require(try await server.json("libraries")["libraries"] as? [[String: Any]])
            #expect(after[1]["state"] as? String == "ready")
        }
    }

    @Test("one whose path is another than was expected, once it is open, keeps what is picked in it for programs")
    func unexpectedRoot() async throws {
        let store = try SQLSessionStore.inMemory()
        let secret = Secret()
        let client = try await store.addClient("notes", origin: nil, secret: secret.hash, now: .now)
        var configuration = ServerConfiguration(port: 0)
        configuration.store = store
        let linked = OtherLibrary(key: "family", title: "Family", root: "/media/link/photos", open: other().open)
        try await TestServer.run(first, configuration, others: [linked]) { server in
            let roll = try #require(try await server.json("libraries/family/collections")["cameraRoll"] as? String)
            let page = try await server.json("libraries/family/collections/\(roll)/assets")
            let asset = try #require((page["assets"] as? [[String: Any]])?.first?["localIdentifier"] as? String)
            let document = try #require(try await server.json("session")["library"] as? [String: Any])
            let session = NewSession(
                identifier: "s1", client: client.identifier, library: try #require(document["root"] as? String),
                configuration: .unrestricted, deadline: Timestamp.now.adding(seconds: 600),
                expires: Timestamp.now.adding(seconds: 3600))
            _ = try await store.addSession(session, now: .now)
            let picked = try await server.owner.post(
                "/picker/v1/libraries/family/sessions/s1/session/done", "{\"assets\":[\"\(asset)\"]}")
            #expect(picked.status == 200, "\(picked.text)")
            var program = server.stranger
            program.headers = ["Authorization": "Bearer \(secret.text)"]
            let answer = try await program.get("/v1/mediaItems?sessionId=s1")
            #expect(answer.status == 200, "\(answer.text)")
            let items = try answer.json()["mediaItems"] as? [Any]
            #expect(items?.count == 1)
        }
    }

    @Test("the page of one is told how many are selected for its program in another")
    func selectedElsewhere() async throws {
        let store = try SQLSessionStore.inMemory()
        let client = try await store.addClient("notes", origin: nil, secret: Secret().hash, now: .now)
        var configuration = ServerConfiguration(port: 0)
        configuration.store = store
        try await TestServer.run(first, configuration, others: [other()]) { server in
            let document = try #require(try await server.json("session")["library"] as? [String: Any])
            let photo = PickedAsset(localIdentifier: "a1", mediaType: .image, byteSize: 5)
            let session = NewSession(
                identifier: "s1", client: client.identifier, library: try #require(document["root"] as? String),
                configuration: .unrestricted, selection: AssetSelection([.asset(photo)]),
                deadline: Timestamp.now.adding(seconds: 600), expires: Timestamp.now.adding(seconds: 3600))
            _ = try await store.addSession(session, now: .now)
            #expect(try await server.json("session")["selectedElsewhere"] as? Int == 0)
            #expect(try await server.json("sessions/s1/session")["selectedElsewhere"] as? Int == 0)
            let there = try await server.json("libraries/family/sessions/s1/session")
            #expect(there["selectedElsewhere"] as? Int == 1 && there["selection"] as? [String] == [])
        }
    }

    @Test("what programs may see of one that cannot be reached is shown and taken back; granting more waits for it")
    func accessOfUnavailable() async throws {
        let store = try SQLSessionStore.inMemory()
        let client = try await store.addClient("notes", origin: nil, secret: Secret().hash, now: .now)
        let isThere = Mutex(false)
        let away = other { isThere.withLock { $0 } }
        let new = NewGrant(client: client.identifier, library: away.root, subject: .collection("trip"), title: "Trip")
        let grant = try #require(try await store.addGrants([new], now: .now).first)
        var configuration = ServerConfiguration(port: 0)
        configuration.store = store
        try await TestServer.run(first, configuration, others: [away]) { server in
            let seen = try #require(try await server.json("libraries/family/clients")["clients"] as? [[String: Any]])
            let grants = try #require(seen.first?["grants"] as? [[String: Any]])
            #expect(seen.count == 1 && grants.compactMap { $0["title"] as? String } == ["Trip"])
            let records = try await server.json("libraries/family/records")["records"] as? [[String: Any]]
            #expect(records?.first?["event"] as? String == "granted")
            let wish = "{\"client\":\(client.identifier),\"collection\":\"trip\"}"
            try await server.owner.post("/picker/v1/libraries/family/grants", wish)
                .expectError(503, "OFFLINE", saying: "nas.example")
            let taken = try await server.owner.send(
                "DELETE", "/picker/v1/libraries/family/grants/\(grant.identifier)")
            #expect(taken.status == 200)
            #expect(try await store.grants().isEmpty)
            try await server.stranger.get("/picker/v1/libraries/family/clients").expectError(401, "UNAUTHENTICATED")
            try await server.owner.get("/picker/v1/libraries/family/session")
                .expectError(503, "OFFLINE", saying: "nas.example")
            isThere.withLock { $0 = true }
            _ = try await server.json("libraries/family/session")
            #expect(try await server.json("libraries/family/clients")["clients"] != nil)
        }
    }

    @Test("requests that come while it opens wait for the one opening")
    func together() async throws {
        let openings = Mutex(0)
        let slow = OtherLibrary(key: "family", title: "Family", root: family.path) { [other] in
            openings.withLock { $0 += 1 }
            try await Task.sleep(for: .milliseconds(200))
            return try await other { true }.open()
        }
        try await TestServer.run(first, others: [slow]) { server in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await server.owner.get("/picker/v1/libraries/family/session").status }
                }
                for try await status in group { #expect(status == 200) }
            }
            #expect(openings.withLock { $0 } == 1)
        }
    }

    @Test("one whose disk does not answer is not waited for for ever, nor by who has gone", .timeLimit(.minutes(1)))
    func hanging() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let other = OtherLibrary(key: "family", title: "Family", root: family.path) {
            for await _ in gate {}
            throw PhotoError(.offline, "nas.example cannot be reached")
        }
        let late = LateLibrary(other, ServerConfiguration(port: 0), sessions: SessionEvents())
        let refusal = await #expect(throws: ServerError.self) { _ = try await late.library(within: .milliseconds(10)) }
        #expect(refusal?.name == "UNAVAILABLE" && refusal?.message.hasPrefix("Family ") == true)
        let waiting = Task { _ = try await late.library(within: .seconds(3600)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(late.state.name == "opening")
        opening.finish()
        let reason = await #expect(throws: PhotoError.self) { _ = try await late.library() }
        #expect(reason?.status == .offline && late.state.name == "unavailable")
    }

    @Test("pages of it hear what changes in it, and not what changes elsewhere")
    func changes() async throws {
        try await TestServer.run(first, others: [other()]) { server in
            _ = try await server.json("libraries/family/session")
            let events = try await server.owner.stream("/picker/v1/libraries/family/events")
            _ = try await events.read(until: ": open\n\n")
            try family.write("Trip/d.jpg")
            // The subscription itself is reported, too, maybe before the file was there.
            var total: Int?
            while total != 4 {
                _ = try await events.read(until: "event: libraryChanged\n")
                let collections = try await server.json("libraries/family/collections")
                let roll = try #require(collections["cameraRoll"] as? String)
                total = try await server.json("libraries/family/collections/\(roll)/assets")["total"] as? Int
            }
        }
    }
}

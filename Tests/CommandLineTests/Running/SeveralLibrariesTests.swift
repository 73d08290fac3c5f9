import Foundation
import PhotoFixtures
import TestSupport
import Testing

/// Two folders, and a library elsewhere: that of `on_a_shelf.c`, which wants a key.
@Suite("picker serve with several libraries")
struct SeveralLibrariesTests {
    let picker: PickerProgram
    let holidays: FixtureFolder
    let work: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        holidays = try FixtureFolder()
        try holidays.write("beach.jpg")
        work = try FixtureFolder()
        try work.write("desk.jpg")
    }

    private func serve(_ arguments: String...) async throws -> RunningServer {
        try await RunningServer(picker, ["serve", "--listen", "127.0.0.1:0"] + arguments)
    }

    private func libraries(_ server: RunningServer) async throws -> [[String: Any]] {
        try #require(try await server.json("/picker/v1/libraries")["libraries"] as? [[String: Any]])
    }

    private func names(_ key: String, _ server: RunningServer) async throws -> [String] {
        let root = "/picker/v1/libraries/\(key)"
        return try await until("the photos of \(key) are read") {
            guard let roll = try await server.json("\(root)/collections")["cameraRoll"] as? String else { return nil }
            let page = try await server.json("\(root)/collections/\(roll)/assets")
            let names = (page["assets"] as? [[String: Any]] ?? []).compactMap { $0["filename"] as? String }
            return names.isEmpty ? nil : names
        }
    }

    @Test("a folder beside one that has a name: each has its photos, its key and its title; ctl status tells of both")
    func two() async throws {
        try await picker("libraries", "add", "work", work.path).expectSuccess()
        let server = try await serve(holidays.path, "--library", "work")
        let libraries = try await libraries(server)
        #expect(
            libraries.compactMap { $0["title"] as? String } == [(holidays.path as NSString).lastPathComponent, "work"])
        let keys = libraries.compactMap { $0["key"] as? String }
        #expect(keys.last == "work")
        #expect(try await names(keys[0], server) == ["beach.jpg"])
        #expect(try await names("work", server) == ["desk.jpg"])
        #expect(try await server.assets().keys.sorted() == ["beach.jpg"])
        let status = try await picker("ctl", "status", "--json").json()
        #expect((status["otherLibraries"] as? [[String: Any]])?.first?["library"] as? String == work.path)
        let text = try await picker("ctl", "status").output
        #expect(text.contains(work.path) && text.contains(holidays.path), "\(text)")
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test("folders of one name have keys of their own")
    func sameNames() async throws {
        let (one, other) = (holidays.surroundings.path("one/2024"), holidays.surroundings.path("other/2024"))
        for folder in [one, other] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let server = try await serve("--library", one, "--library", other)
        #expect(try await libraries(server).compactMap { $0["key"] as? String } == ["2024", "2024-2"])
        _ = try await server.end(SIGTERM)
    }

    @Test("one that cannot be opened is named with its reason, and the others are served")
    func unavailable() async throws {
        let plugins = try PluginFolder()
        _ = try plugins.add("on_a_shelf", id: "shelf")
        let key = picker.home.path("key")
        try Data("wrong\n".utf8).write(to: URL(fileURLWithPath: key))
        chmod(key, 0o600)
        let add = try await picker(
            "libraries", "add", "shelf", LibrariesTests.address, "--no-check", "--backend-path", plugins.path,
            "--secret-file", "api-key=\(key)")
        add.expectSuccess()
        let server = try await serve(holidays.path, "--library", "shelf", "--backend-path", plugins.path)
        let refused = try await server.client.get("/picker/v1/libraries/shelf/session")
        #expect(refused.text.contains("SIGN_IN_REQUIRED") && refused.text.contains("the key is not known"))
        #expect(try await libraries(server).last?["state"] as? String == "unavailable")
        #expect(try await server.assets().keys.sorted() == ["beach.jpg"])
        #expect(server.process.errorsSoFar.contains("picker: warning: shelf is not served yet: the key is not known"))
        _ = try await server.end(SIGTERM)
    }

    @Test("a folder with a name whose disk is away keeps no one from the others, and is there when it comes back")
    func away() async throws {
        try await picker("libraries", "add", "desk", work.path).expectSuccess()
        let elsewhere = work.surroundings.path("elsewhere")
        try FileManager.default.moveItem(atPath: work.path, toPath: elsewhere)
        let server = try await serve(holidays.path, "--library", "desk")
        #expect(try await server.assets().keys.sorted() == ["beach.jpg"])
        #expect(try await server.client.get("/picker/v1/libraries/desk/session").text.contains("OFFLINE"))
        #expect(try await libraries(server).last?["state"] as? String == "unavailable")
        try FileManager.default.moveItem(atPath: elsewhere, toPath: work.path)
        #expect(try await names("desk", server) == ["desk.jpg"])
        _ = try await server.end(SIGTERM)
    }

    @Test("a swap concerns each; one that is served by what it should be stays")
    func swap() async throws {
        let config = try holidays.surroundings.write("{\"backend\": \"fetch-result\"}", to: "config.json")
        let server = try await serve(holidays.path, "--library", work.path, "--config", config)
        let key = try #require(try await libraries(server).last?["key"] as? String)
        #expect(try await names(key, server) == ["desk.jpg"])
        try "{\"backend\": \"legacy-group\"}".write(toFile: config, atomically: true, encoding: .utf8)
        try await picker("ctl", "swap").expectSuccess()
        let root = "/picker/v1/libraries/\(key)/session"
        #expect((try await server.json(root)["library"] as? [String: Any])?["backend"] as? String == "legacy-group")
        #expect(try await names(key, server) == ["desk.jpg"])
        _ = try await server.end(SIGTERM)
    }

    @Test("naming one twice, and a folder that is missing, are one clear line")
    func refusals() async throws {
        try await picker("serve", holidays.path, "--library", holidays.path + "/.").expectFailure(
            64, naming: "same library")
        let missing = holidays.path("nowhere")
        try await picker("serve", holidays.path, "--library", missing).expectFailure(66, naming: missing)
    }
}

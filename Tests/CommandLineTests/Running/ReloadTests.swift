import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("SIGHUP to picker serve")
struct ReloadTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let plugins: PluginFolder
    let config: String
    let copy: String

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        plugins = try PluginFolder()
        try photos.write("1.jpg", try SamplePhoto.jpeg(400, 300))
        config = try photos.surroundings.write("{\"backend\": \"legacy-group\"}", to: "config.json")
        copy = try plugins.addLegacyGroup()
    }

    private func serve() async throws -> RunningServer {
        try await RunningServer(
            picker, ["serve", "--listen", "127.0.0.1:0", "--library", photos.path, "--config", config])
    }

    /// Changes the settings, sends SIGHUP and waits for what is said about it.
    private func reload(_ settings: String, _ server: RunningServer) async throws -> String {
        try settings.write(toFile: config, atomically: true, encoding: .utf8)
        let before = server.process.errorsSoFar
        kill(server.process.processIdentifier, SIGHUP)
        return try await until("the swap is reported") {
            let said = server.process.errorsSoFar.dropFirst(before.count)
            return said.contains(" served by ") && said.hasSuffix("\n") ? String(said) : nil
        }
    }

    @Test("swaps the backend to what the settings name now, while images are requested")
    func swaps() async throws {
        let server = try await serve()
        let identifier = try #require(try await server.assets()["1.jpg"])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<3 {
                group.addTask {
                    for round in 0..<12 {
                        let target = "/picker/v1/assets/\(identifier)/image?w=\(60 + task)&h=\(60 + round)"
                        let answer = try await server.client.get(target)
                        #expect(answer.status == 200, "\(answer.text)")
                    }
                }
            }
            for path in [copy, PickerProgram.plugin, copy] {
                let said = try await reload("{\"backend\": \"\(path)\"}", server)
                #expect(said == "picker: now served by legacy-group (\(path))\n")
            }
            try await group.waitForAll()
        }
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test("finds the backend in a folder that the settings name now")
    func folder() async throws {
        let server = try await serve()
        let said = try await reload("{\"backend\": \"legacy-group\", \"backendPath\": [\"\(plugins.path)\"]}", server)
        #expect(said == "picker: now served by legacy-group (\(copy))\n")
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test(
        "changes nothing and says why when the settings are broken or the backend is unusable",
        arguments: [
            "{", "{\"backend\": \"nope\"}", "{\"backend\": \"/none.so\"}",
        ])
    func keeps(settings: String) async throws {
        let server = try await serve()
        let said = try await reload(settings, server)
        #expect(said.hasPrefix("picker: still served by legacy-group: "), "\(said)")
        let reason = settings == "{" ? config : settings.contains("nope") ? "nope" : "/none.so"
        #expect(said.contains(reason), "\(said)")
        #expect(try await server.assets().count == 1)
        #expect(try await server.end(SIGTERM).status == 0)
    }
}

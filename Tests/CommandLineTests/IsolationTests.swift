import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("--isolation worker")
struct IsolationTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let plugins: PluginFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        plugins = try PluginFolder()
        try photos.write("Holiday/1.jpg")
        try photos.write("Holiday/2.jpg")
    }

    @Test("gives the same as in the process", arguments: ["legacy-group", "fetch-result", "heif"])
    func same(backend: String) async throws {
        for command in [["albums", "--json"], ["assets", "--json"], ["info", "Holiday/1.jpg", "--json"]] {
            let arguments = command + ["--library", photos.path, "--backend", backend]
            let direct = try await picker.run(PickerProgram.path, arguments)
            let isolated = try await picker.run(PickerProgram.path, arguments + ["--isolation", "worker"])
            direct.expectSuccess()
            isolated.expectSuccess()
            #expect(isolated.output == direct.output)
        }
    }

    @Test("makes the same image")
    func image() async throws {
        let direct = photos.surroundings.path("direct.png")
        let isolated = photos.surroundings.path("isolated.png")
        let arguments = ["image", "Holiday/1.jpg", "--library", photos.path, "--size", "20", "--out"]
        try await picker.run(PickerProgram.path, arguments + [direct]).expectSuccess()
        try await picker.run(PickerProgram.path, arguments + [isolated, "--isolation", "worker"]).expectSuccess()
        let bytes = FileManager.default.contents(atPath: direct)
        #expect(bytes != nil && bytes == FileManager.default.contents(atPath: isolated))
    }

    @Test("a plugin that crashes costs an error that says so, and not the program")
    func crash() async throws {
        let plugin = try plugins.add("crash_in_image")
        let out = photos.surroundings.path("out.png")
        let result = try await picker(
            "image", "minimal-portrait", "--library", photos.path, "--backend", plugin, "--size", "20", "--out", out,
            "--isolation", "worker", "--quiet")
        result.expectFailure(70, naming: "the worker of backend minimal was ended by signal 11")
        #expect(!Files.exists(out))
    }

    @Test("a plugin that writes without end costs an error, and the log some lines; its words are lines of the log")
    func flood() async throws {
        let plugin = try plugins.add("misbehaving/floods_in_image")
        let result = try await picker(
            "image", "minimal-portrait", "--library", photos.path, "--backend", plugin, "--size", "20",
            "--out", photos.surroundings.path("flood.png"), "--isolation", "worker")
        #expect(result.status == 70 && result.output.isEmpty)
        #expect(result.errors.contains("wrote more to its standard output and error than the host takes in\n"))
        #expect(result.errors.contains("wrote: words on standard output\n"))
        #expect(result.errors.contains("wrote: words on \\x1b[31mstandard error"), "\(result.errors.prefix(1000))")
        #expect(result.errors.utf8.count < 100_000, "\(result.errors.utf8.count) bytes")
        #expect(result.errors.contains("again and again") && result.errors.contains("others are dropped"))
    }

    @Test("can be set for good, and doctor says what it means")
    func settings() async throws {
        let file = try photos.surroundings.write("{\"isolation\": \"worker\"}", to: "worker.json")
        let isolated = try await picker("doctor", "--library", photos.path, "--config", file)
        isolated.expectSuccess()
        #expect(isolated.output.contains("Plugins run in workers, which are confined:\n  no new rights"))
        let direct = try await picker(
            "doctor", "--library", photos.path, "--config", file, "--isolation", "in-process")
        #expect(direct.output.contains("Plugins run in this process"))
    }

    @Test("takes limits of workers from the settings, and refuses words that it does not know")
    func workerSettings() async throws {
        let small = "{\"isolation\": \"worker\", \"confinement\": \"optional\", \"maxWorkerBytes\": 4000000000}"
        let good = try photos.surroundings.write(small, to: "good.json")
        try await picker("albums", "--library", photos.path, "--config", good).expectSuccess()
        let bad = try photos.surroundings.write("{\"confinement\": \"never\"}", to: "bad.json")
        try await picker("albums", "--library", photos.path, "--config", bad)
            .expectFailure(64, naming: "confinement is \"required\" or \"optional\"")
    }
}

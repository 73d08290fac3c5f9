import PhotoFixtures
import TestSupport
import Testing

@Suite("What a backend refuses")
struct RefusalTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let plugins: PluginFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        plugins = try PluginFolder()
    }

    @Test(
        "is one line that says when to try again, and an exit code of its own kind",
        arguments: [
            (1005, 69), (1006, 69), (1007, 69), (1008, 69), (2001, 77), (2002, 77), (2003, 77), (2004, 73), (2005, 73),
            (7, 73), (777, 70), (1003, 70), (1777, 69), (2777, 77),
        ] as [(Int, Int32)], ["in-process", "worker"])
    func exitCodes(answer: (status: Int, exit: Int32), isolation: String) async throws {
        try photos.write(".answer", Array("\(answer.status) 30001 cloud.example said no\n".utf8))
        let plugin = try plugins.add("answers/fails_as_told")
        let out = photos.surroundings.path("out.png")
        let result = try await picker(
            "image", "minimal-portrait", "--library", photos.path, "--backend", plugin, "--size", "20", "--out", out,
            "--isolation", isolation, "--quiet")
        result.expectFailure(answer.exit, naming: "cloud.example said no; try again in 31 s")
        #expect(!Files.exists(out))
    }
}

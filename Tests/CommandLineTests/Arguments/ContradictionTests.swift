import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("Arguments that contradict each other, or say nothing")
struct ContradictionTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("a.jpg")
    }

    @Test(
        "Two libraries are one too many",
        arguments: [["albums"], ["assets"], ["index"], ["watch"], ["pick", "--no-open"], ["portal"]])
    func libraries(command: [String]) async throws {
        let other = photos.surroundings.path("other")
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        let result = try await picker.run(
            PickerProgram.path, [command[0], photos.path, "--library", other] + command.dropFirst())
        result.expectFailure(64, naming: photos.path, other, "two libraries")
    }

    @Test("The same library named twice is one")
    func same() async throws {
        let link = photos.surroundings.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: photos.path)
        for name in [photos.path, photos.path + "/", link] {
            let result = try await picker("assets", photos.path, "--library", name)
            result.expectSuccess()
            #expect(result.lines.count == 1)
        }
    }

    @Test(
        "What no file can be is refused, with the limits",
        arguments: [
            (["assets", "--min-bytes", "10", "--max-bytes", "5"], "--min-bytes 10"),
            (["image", "a.jpg", "--size", "100000", "--out", "o.jpg"], "65535"),
            (["image", "a.jpg", "--size", "10x99999999999999999999", "--out", "o.jpg"], "65535"),
            (["thumbnails", "--size", "0", "--out", "o"], "65535"),
            (["pick", "--accept", "bogus"], "bogus"), (["pick", "--accept", ".jpg"], ".jpg"),
            (["pick", "--accept", "image/png", "--accept", "/"], "--accept /"), (["pick", "--accept", ""], "--accept"),
        ] as [([String], String)])
    func impossible(arguments: [String], part: String) async throws {
        let result = try await picker.run(PickerProgram.path, arguments + ["--library", photos.path])
        result.expectFailure(64, naming: part, "--help")
    }

    @Test("Limits that meet are no contradiction")
    func meeting() async throws {
        let result = try await picker("assets", photos.path, "--min-bytes", "5", "--max-bytes", "5")
        result.expectSuccess()
    }
}

import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("Photos as arguments")
struct AssetArgumentTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("x.jpg")
        try photos.makeFolder("odd")
    }

    private func info(_ name: String, _ options: String...) async throws -> Subprocess.Result {
        try await picker.run(PickerProgram.path, ["info", "--library", photos.path] + options + ["--", name])
    }

    @Test(
        "A path that is not the shortest one names the same photo",
        arguments: zip(
            ["./x.jpg", "odd/../x.jpg", "odd/./..//x.jpg", ".//x.jpg"],
            ["fetch-result", "legacy-group", "fetch-result", "legacy-group"]))
    func longer(name: String, backend: String) async throws {
        try await info(name, "--backend", backend).expectSuccess()
        try await info("\(photos.path)/\(name)", "--backend", backend).expectSuccess()
        let here = #"cd "$1/odd" && exec "$picker" info "../odd/$2" --library .. --backend "$3""#
        try await picker.shell(here, photos.path, "../\(name)", backend).expectSuccess()
    }

    @Test("A path that leads out of the library names no photo of it")
    func outside() async throws {
        try photos.surroundings.write("text", to: "outside.jpg")
        try await info("../outside.jpg").expectFailure(66, naming: "no such photo")
        try await info("../photos/../outside.jpg").expectFailure(66, naming: "no such photo")
    }

    @Test("What is there and is no photo is called what it is", arguments: ["fetch-result", "legacy-group"])
    func others(backend: String) async throws {
        try photos.write("empty.jpg", [])
        try photos.write("text.jpg", Array("no image at all".utf8))
        try photos.write("notes.txt", Array("text".utf8))
        try photos.write(".hidden.jpg")
        func expect(_ name: String, _ code: Int32, _ part: String) async throws {
            try await info(name, "--backend", backend).expectFailure(code, naming: name, part)
        }
        try await expect("empty.jpg", 65, "is an empty file")
        try await expect("text.jpg", 65, "text.jpg: ")
        try await expect("notes.txt", 65, "is no photo or video")
        try await expect(".hidden.jpg", 66, "is hidden")
        try await expect("odd", 66, "is a folder")
        try await expect("none.jpg", 66, "no such photo")
    }

    @Test("For a name that begins with a minus, the error says how to write it", arguments: ["-x.jpg", "--x.jpg"])
    func minus(name: String) async throws {
        try photos.write(name)
        let far = try await picker("info", name, "--library", photos.path)
        far.expectFailure(64, naming: "-- \(name)", "picker info --help")
        let script = #"cd "$1" && exec "$picker" info "$2" --library ."#
        try await picker.shell(script, photos.path, name).expectFailure(64, naming: "-- \(name)")
        try await info(name).expectSuccess()
        let other = try await picker("info", "-y.jpg", "--library", photos.path)
        other.expectFailure(64, naming: "picker info --help")
        #expect(!other.errors.contains("-- "))
    }
}

import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("What is written with --out")
struct OutputTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let jpeg: [UInt8]

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        jpeg = try photos.write("a.jpg", try SamplePhoto.jpeg(200, 100))
        try photos.write("album/b.jpg")
    }

    private static let commands = [["image", "a.jpg", "--size", "8"], ["original", "album/b.jpg"]]

    private func expectRefusal(_ command: [String], out: String, naming part: String = "library") async throws {
        let before = Files.names(in: photos.path) + Files.names(in: photos.path("album"))
        let result = try await picker.run(
            PickerProgram.path, command + ["--library", photos.path, "--out", out])
        result.expectFailure(64, naming: out, part)
        #expect(try Files.bytes(photos.path("a.jpg")) == jpeg)
        #expect(Files.names(in: photos.path) + Files.names(in: photos.path("album")) == before)
    }

    @Test("A photo of the library is never replaced, whichever way leads to it", arguments: commands)
    func existing(command: [String]) async throws {
        try await expectRefusal(command, out: photos.path("a.jpg"), naming: "stays as it is")
        try await expectRefusal(command, out: photos.path + "/album/.././a.jpg", naming: "stays as it is")
        let link = photos.surroundings.path("link.jpg")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: photos.path("a.jpg"))
        try await expectRefusal(command, out: link, naming: "stays as it is")
        let folder = photos.surroundings.path("folder")
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: photos.path)
        try await expectRefusal(command, out: "\(folder)/a.jpg", naming: "stays as it is")
    }

    @Test("A link that leads to no file yet leads to the new one", arguments: commands)
    func danglingLink(command: [String]) async throws {
        let (link, next) = (photos.surroundings.path("link.jpg"), photos.surroundings.path("next.jpg"))
        let file = photos.surroundings.path("new.jpg")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "next.jpg")
        try FileManager.default.createSymbolicLink(atPath: next, withDestinationPath: file)
        try await picker.run(PickerProgram.path, command + ["--library", photos.path, "--out", link]).expectSuccess()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "next.jpg")
        #expect(try Files.bytes(file).starts(with: [0xFF, 0xD8]))
    }

    @Test("A photo that is a link out of the library is not replaced either")
    func linkedPhoto() async throws {
        let bytes = try SamplePhoto.jpeg(90, 60)
        let file = photos.surroundings.path("elsewhere.jpg")
        try Data(bytes).write(to: URL(filePath: file))
        try photos.link("linked.jpg", to: file)
        // It is none of the library's photos, and nothing takes its place.
        for backend in ["fetch-result", "legacy-group"] {
            let result = try await picker(
                "image", "linked.jpg", "--library", photos.path, "--backend", backend, "--size", "8", "--out", file)
            #expect(!result.succeeded && result.output.isEmpty, "\(result)")
        }
        #expect(try Files.bytes(file) == bytes)
    }

    @Test("The current folder is no way into the library")
    func relative() async throws {
        let script = #"cd "$1" && exec "$picker" image a.jpg --library . --size 8 --out "$2""#
        try await picker.shell(script, photos.path, "a.jpg").expectFailure(64, naming: "stays as it is")
        try await picker.shell(script, photos.path, "album/new.jpg").expectSuccess()
        #expect(try Files.bytes(photos.path("a.jpg")) == jpeg)
    }

    @Test("A new file, also inside the library, and any file outside of it are written", arguments: commands)
    func allowed(command: [String]) async throws {
        try photos.makeFolder(".small")
        let old = try photos.surroundings.write("old", to: "photos-old.jpg")
        for out in [photos.path(".small/a.jpg"), photos.path("album/new.jpg"), old] {
            let result = try await picker.run(
                PickerProgram.path, command + ["--library", photos.path, "--out", out])
            result.expectSuccess()
            #expect(try Files.bytes(out).starts(with: [0xFF, 0xD8]))
        }
    }

    @Test("picker pick copies into no folder of the library")
    func pick() async throws {
        for folder in [photos.path, photos.path("album"), photos.path("new/../chosen")] {
            let result = try await picker("pick", photos.path, "--no-open", "--copy-to", folder)
            result.expectFailure(64, naming: folder, "inside the library")
        }
        #expect(Files.names(in: photos.path) == ["a.jpg", "album"])
    }
}

import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("picker info")
struct InfoTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("trip/IMG_1.JPG")
        try photos.write("trip/IMG_1.DNG", SampleMedia.dng)
    }

    @Test("shows what is known, the files of the asset included")
    func text() async throws {
        let result = try await picker("info", "trip/IMG_1.JPG", "--library", photos.path)
        result.expectSuccess()
        #expect(result.output.contains("64x48"))
        #expect(result.lines.contains { $0.hasPrefix("photo") && $0.contains("trip/IMG_1.JPG") })
        #expect(result.lines.contains { $0.hasPrefix("raw") && $0.contains("trip/IMG_1.DNG") })
    }

    @Test("gives one JSON document with the keys of an asset, and the camera")
    func json() async throws {
        let result = try await picker("info", "trip/IMG_1.JPG", "--library", photos.path, "--json")
        result.expectSuccess()
        let document = try result.json()
        #expect(Set(document.keys) == JSONKeys.asset.union(["camera"]))
        #expect((document["representations"] as? [Any])?.count == 2)
    }

    @Test("and size show what is known where a backend gives numbers that cannot be")
    func invalidNumbers() async throws {
        let (plugins, data) = (try PluginFolder(), photos.surroundings.path("data"))
        let backend =
            ["--library", photos.path, "--data-dir", data]
            + ["--backend", try plugins.add("misbehaving/reads_pages")]
        try await picker.run(PickerProgram.path, ["assets"] + backend).expectSuccess()
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: "\(data)/libraries").first)
        #expect(FileManager.default.createFile(atPath: "\(data)/libraries/\(name)/numbers", contents: nil))
        let info = try await picker.run(PickerProgram.path, ["info", "minimal-portrait"] + backend)
        #expect(info.ending == .exited(0) && info.errors.contains("which cannot be"), "\(info)")
        #expect(!info.lines.contains { $0.hasPrefix("exposure") })
        let size = try await picker.run(
            PickerProgram.path, ["size", "minimal-portrait", "minimal-landscape"] + backend)
        size.expectSuccess()
        #expect(size.output.contains("\(Int64.max)  total"))
    }

    @Test("takes a path from the current folder, as a shell completes it, unless the library has one of that name")
    func pathFromHere() async throws {
        try photos.write("album/trip/IMG_2.JPG")
        let script = """
            cd "$1/album" && "$picker" info trip/IMG_2.JPG --library .. &&
            cd trip && "$picker" info IMG_2.JPG --library ../.. && "$picker" info ../../trip/IMG_1.JPG --library "$1"
            """
        let result = try await picker.shell(script, photos.path)
        result.expectSuccess()
        let files = result.lines.filter { $0.hasPrefix("file ") }.map { $0.split(separator: " ").last }
        #expect(files == ["album/trip/IMG_2.JPG", "album/trip/IMG_2.JPG", "trip/IMG_1.JPG"])
        try await picker.shell(#"cd "$1" && "$picker" info ../secret.jpg --library "$1""#, photos.path)
            .expectFailure(66, naming: "secret.jpg")
    }

    @Test("takes an identifier, a path inside the library, an absolute path, and the path of any file of the asset")
    func names() async throws {
        let byPath = try await picker("info", "trip/IMG_1.JPG", "--library", photos.path, "--json")
        let identifier = try #require(try byPath.json()["localIdentifier"] as? String)
        for name in [
            identifier, photos.path("trip/IMG_1.JPG"), photos.path("trip/../trip/IMG_1.JPG"), "trip/IMG_1.DNG",
        ] {
            let result = try await picker("info", name, "--library", photos.path, "--json")
            #expect(result.output == byPath.output, "\(name)")
        }
    }

    @Test("a photo that is not there is no such input", arguments: ["nothing.jpg", "aNothing", "../outside.jpg", ""])
    func missing(name: String) async throws {
        try await picker("info", name, "--library", photos.path).expectFailure(66, naming: photos.path)
    }

    @Test(
        "the time of an exposure is a fraction where one is near",
        arguments: [
            ("1/250", "1/250 s"), ("3/10", "1/3 s"), ("4/5", "0.8 s"), ("1/2", "0.5 s"), ("30/1", "30 s"),
        ])
    func exposure(time: String, text: String) async throws {
        let packet = """
            http://ns.adobe.com/xap/1.0/\0<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
            xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:ExposureTime="\(time)"/></r:RDF>
            """
        let length = [UInt8(0), UInt8(packet.utf8.count + 2)]
        let jpeg = try SamplePhoto.jpeg(64, 48)
        try photos.write("exposed.jpg", [0xFF, 0xD8, 0xFF, 0xE1] + length + Array(packet.utf8) + jpeg.dropFirst(2))
        let result = try await picker("info", "exposed.jpg", "--library", photos.path)
        let lines = result.lines.filter { $0.hasPrefix("exposure") }
        #expect(lines.map { $0.hasSuffix("  \(text)") } == [true], "\(result)")
    }

    @Test("the orientation in EXIF turns the size")
    func turned() async throws {
        try photos.write("turned.jpg", try SamplePhoto.jpeg(64, 48, orientation: 6))
        let document = try await picker("info", "turned.jpg", "--library", photos.path, "--json").json()
        #expect(document["pixelWidth"] as? Int == 48)
        #expect(document["pixelHeight"] as? Int == 64)
    }
}

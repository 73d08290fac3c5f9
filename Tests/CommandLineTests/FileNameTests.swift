import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("Names that are hard to handle")
struct FileNameTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    /// "é.jpg" in Latin-1.
    let latin1: [UInt8] = [0xE9] + Array(".jpg".utf8)

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
    }

    @Test("a name that is not UTF-8 is listed, with its bytes in base64")
    func notUTF8() async throws {
        try photos.write(rawName: latin1, try SamplePhoto.jpeg())
        let assets = try await picker("assets", "--library", photos.path, "--json").jsonLines()
        #expect(assets.count == 1)
        #expect(assets[0]["relativePath"] as? String == "\u{FFFD}.jpg")
        #expect(assets[0]["relativePathBase64"] as? String == Data(latin1).base64EncodedString())
        let text = try await picker("assets", "--library", photos.path)
        #expect(text.lines.count == 1)
    }

    @Test("a bad file whose name is not UTF-8 is named with its bytes in base64, and others without")
    func badFiles() async throws {
        try photos.write(rawName: latin1, Array("no photo".utf8))
        try photos.write("plain.jpg", Array("no photo".utf8))
        let doctor = try await picker("doctor", "--library", photos.path, "--json").json()
        let index = try await picker("index", "--library", photos.path, "--backend", "fetch-result", "--json").json()
        for found in [(doctor["library"] as? [String: Any])?["diagnostics"], index["diagnostics"]] {
            let files = try #require(found as? [[String: Any]])
            let bytes = Dictionary(
                files.map { ($0["relativePath"] as? String ?? "", $0["relativePathBase64"] as? String) }
            ) { first, _ in first }
            #expect(bytes["\u{FFFD}.jpg"] == Data(latin1).base64EncodedString(), "\(files)")
            #expect(bytes["plain.jpg"] == .some(nil), "\(files)")
        }
    }

    @Test("a photo whose name is not UTF-8 is reached by its identifier")
    func notUTF8ByIdentifier() async throws {
        let bytes = try SamplePhoto.jpeg()
        try photos.write(rawName: latin1, bytes)
        let assets = try await picker("assets", "--library", photos.path, "--json").jsonLines()
        let identifier = try #require(assets[0]["localIdentifier"] as? String)
        let original = try await picker("original", identifier, "--library", photos.path, "--out", "-")
        original.expectSuccess()
        #expect(original.standardOutput == bytes)
        let image = try await picker("image", identifier, "--library", photos.path, "--size", "9", "--out", "-")
        image.expectSuccess()
    }

    @Test(
        "emoji, blanks, quotes and a leading minus are names like any other",
        arguments: [
            "🏖️ é.jpg", " two  blanks .jpg", "it's \"quoted\".jpg", "-minus.jpg", "%41?&#.jpg", "IMG_1.jpg.jpg",
        ])
    func unusual(name: String) async throws {
        let bytes = try photos.write(name)
        let assets = try await picker("assets", "--library", photos.path, "--json").jsonLines()
        #expect(assets.map { $0["relativePath"] as? String } == [name])
        let original = try await picker("original", "--library", photos.path, "--out", "-", "--", name)
        original.expectSuccess()
        #expect(original.standardOutput == bytes)
    }

    @Test("a file whose name is as long as names can be takes the place of one that is there")
    func long() async throws {
        let name = String(repeating: "n", count: 251) + ".jpg"
        let bytes = try photos.write(name)
        let out = try photos.surroundings.write("old", to: name)
        try await picker("original", name, "--library", photos.path, "--out", out).expectSuccess()
        #expect(try Files.bytes(out) == bytes)
    }

    @Test("a name with a line break or an escape sequence stays on one line and prints nothing dangerous")
    func controlCharacters() async throws {
        let name = "a\nb\t\u{1B}[31m.jpg"
        try photos.write(name)
        try photos.write("al\nbum/1.jpg")
        for command in [["assets"], ["albums"], ["size", name], ["info", name], ["doctor"]] {
            let result = try await picker.run(PickerProgram.path, command + ["--library", photos.path])
            #expect(result.status == 0)
            #expect(!result.output.contains("\u{1B}"), "\(command)")
            #expect(!result.output.contains("a\nb") && !result.output.contains("al\nbum"), "\(command)")
        }
        let assets = try await picker("assets", "--library", photos.path)
        #expect(assets.lines.count == 2)
        let json = try await picker("assets", "--library", photos.path, "--json").jsonLines()
        #expect(json.contains { $0["relativePath"] as? String == name })
    }

    @Test("Characters that turn the direction of text become visible, and stay as they are in JSON")
    func turnedText() async throws {
        let turning = "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}"
        let name = "evil\(turning)gpj.jpg"
        try photos.write(name)
        try photos.write("al\u{202E}bum/1.jpg")
        let missing = ["info", "none\u{202E}.jpg"]
        for command in [["assets"], ["albums"], ["size", name], ["info", name], ["doctor"], missing] {
            let result = try await picker.run(PickerProgram.path, command + ["--library", photos.path])
            #expect(result.status == (command == missing ? 66 : 0))
            let shown = (result.output + result.errors).unicodeScalars
            #expect(!shown.contains { turning.unicodeScalars.contains($0) }, "\(command): \(result)")
        }
        let assets = try await picker("assets", "--library", photos.path)
        #expect(assets.output.contains("evil\\u202a\\u202b"))
        let json = try await picker("assets", "--library", photos.path, "--json").jsonLines()
        #expect(json.contains { $0["relativePath"] as? String == name })
    }

    @Test("a library, a folder of plugins and an output folder with line breaks in their paths stay on one line")
    func pathsOnOneLine() async throws {
        let (odd, plugins) = (photos.surroundings.path("odd\nlibrary"), photos.surroundings.path("odd\nplugins"))
        for folder in [odd, plugins] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        }
        try Data(try SamplePhoto.jpeg()).write(to: URL(fileURLWithPath: "\(odd)/a.jpg"))
        let doctor = try await picker("doctor", odd, "--backend", "legacy-group", "--backend-path", plugins)
        #expect(doctor.status == 0 && doctor.output.contains("odd\\nlibrary"), "\(doctor)")
        #expect(doctor.output.contains("odd\\nplugins") && !doctor.output.contains("odd\n"), "\(doctor)")
        let thumbnails = try await picker(
            "thumbnails", "--library", odd, "--size", "16", "--out", photos.surroundings.path("odd\nout"))
        #expect(thumbnails.errors.hasSuffix("odd\\nout\n"), "\(thumbnails)")
    }

    @Test("an error about a name with a line break stays on one line")
    func errorOnOneLine() async throws {
        try photos.write("a\nb.jpg", Array(try SamplePhoto.jpeg().prefix(30)))
        let broken = try await picker("image", "a\nb.jpg", "--library", photos.path, "--size", "9", "--out", "-")
        broken.expectFailure(65, naming: "b.jpg")
        try await picker("info", "no\nsuch.jpg", "--library", photos.path).expectFailure(66, naming: "no\\nsuch.jpg")
    }
}

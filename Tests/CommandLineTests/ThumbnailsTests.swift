import Foundation
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

@Suite("picker thumbnails")
struct ThumbnailsTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let out: String

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        out = photos.surroundings.path("made/thumbnails")
        try photos.write("a/1.jpg", try SamplePhoto.jpeg(400, 300))
        try photos.write("a/2.jpg", try SamplePhoto.jpeg(300, 400, orientation: 6))
        try photos.write("b/small.png", try SamplePhoto.png(40, 30))
    }

    private func manifest() throws -> [[String: Any]] {
        try Files.bytes("\(out)/manifest.jsonl").split(separator: UInt8(ascii: "\n")).map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        }
    }

    @Test("makes the folder, one JPEG named by identifier for each asset, and a manifest line for each")
    func makesAll() async throws {
        let result = try await picker("thumbnails", "--size", "64", "--library", photos.path, "--out", out)
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        let lines = try manifest()
        #expect(lines.count == 3)
        for line in lines {
            #expect(
                Set(line.keys) == [
                    "localIdentifier", "relativePath", "file", "width", "height", "placeholder", "status", "message",
                    "version", "box", "quality",
                ])
            // Version 1, no alpha, eight columns or rows.
            #expect((line["placeholder"] as? String)?.hasPrefix("AQA") == true)
            let identifier = try #require(line["localIdentifier"] as? String)
            #expect(line["file"] as? String == "\(identifier).jpg")
            let image = try DecodedPhoto(try Files.bytes("\(out)/\(identifier).jpg"))
            #expect(image.format == "jpeg")
            #expect(image.size.width == line["width"] as? Int && image.size.height == line["height"] as? Int)
        }
        let widths = Dictionary(
            uniqueKeysWithValues: lines.map { ($0["relativePath"] as? String, $0["width"] as? Int) })
        #expect(widths == ["a/1.jpg": 64, "a/2.jpg": 64, "b/small.png": 40])
        #expect(Files.names(in: out).count == 4)
    }

    @Test("marks what is made of a file that is cut off")
    func incomplete() async throws {
        try photos.write("a/cut.jpg", SamplePhoto.cutOff(try SamplePhoto.jpeg(400, 300)))
        let result = try await picker("thumbnails", "--size", "64", "--library", photos.path, "--out", out)
        #expect(result.status == 0)
        let marked = try manifest().filter { $0["incomplete"] as? Bool == true }
        #expect(marked.map { $0["relativePath"] as? String } == ["a/cut.jpg"])
        #expect(try manifest().filter { $0["incomplete"] != nil }.count == 1)
    }

    @Test("--json prints the lines of the manifest as they come")
    func json() async throws {
        let result = try await picker("thumbnails", "--size", "64", "--library", photos.path, "--out", out, "--json")
        result.expectSuccess()
        #expect(result.standardOutput == (try Files.bytes("\(out)/manifest.jsonl")))
        #expect(try result.jsonLines().count == 3)
    }

    @Test("--album keeps to one album, --quiet says nothing")
    func album() async throws {
        let albums = try await picker("albums", "--library", photos.path, "--json").jsonLines()
        let identifier = try #require(albums.first { $0["title"] as? String == "a" }?["localIdentifier"] as? String)
        let result = try await picker(
            "thumbnails", "--size", "64", "--library", photos.path, "--out", out, "--album", identifier, "--quiet")
        result.expectSuccess()
        #expect(try manifest().count == 2)
    }

    @Test("any number of jobs makes the same thumbnails", arguments: ["1", "7"])
    func jobs(count: String) async throws {
        let result = try await picker(
            "thumbnails", "--size", "32x32", "--library", photos.path, "--out", out, "--jobs", count)
        #expect(result.status == 0)
        #expect(try manifest().count == 3)
    }

    @Test("the rest is made when one fails, and the exit code is 65")
    func someFail() async throws {
        try photos.write("broken.jpg", Array(try SamplePhoto.jpeg().prefix(30)))
        try photos.write("clip.mp4", SampleMedia.mp4)
        let result = try await picker("thumbnails", "--size", "64", "--library", photos.path, "--out", out)
        result.expectFailure(65, naming: "2 of 5", "\(out)/manifest.jsonl")
        let lines = try manifest()
        let failed = lines.filter { $0["file"] is NSNull }
        #expect(Set(failed.compactMap { $0["relativePath"] as? String }) == ["broken.jpg", "clip.mp4"])
        #expect(failed.allSatisfy { ($0["message"] as? String)?.isEmpty == false && $0["status"] as? String != "OK" })
        #expect(Files.names(in: out).count == 4)
    }

    @Test("what was made before is kept, unless the photo, the size or the quality is another")
    func again() async throws {
        let make = { (arguments: [String]) async throws -> String in
            let result = try await picker.run(
                PickerProgram.path,
                ["thumbnails", "--library", photos.path, "--out", out] + arguments)
            #expect(result.status == 0)
            return result.errors
        }
        let usual = ["--size", "64"]
        _ = try await make(usual)
        let first = try manifest()
        for line in first { try Data([1]).write(to: URL(filePath: "\(out)/\(line["file"] as? String ?? "")")) }
        #expect(try await make(usual).contains("3 thumbnails in \(out), 3 of them made before"))
        #expect(try manifest().count == 3)
        #expect(try Files.bytes("\(out)/\(first[0]["file"] as? String ?? "")") == [1])
        // One that is gone is made, and one of a photo that is another now.
        let gone = try #require(first.first { $0["relativePath"] as? String == "a/1.jpg" }?["file"] as? String)
        try FileManager.default.removeItem(atPath: "\(out)/\(gone)")
        try FileManager.default.removeItem(atPath: photos.path("b/small.png"))
        try photos.write("b/small.png", try SamplePhoto.png(50, 30))
        #expect(try await make(usual).contains("1 of them made before"))
        #expect(!(try await make(["--size", "65"])).contains("before"))
        #expect(!(try await make(["--size", "65", "--quality", "50"])).contains("before"))
    }

    @Test("of photos that a run did not come to before it ended, what was made before stays known")
    func endedEarly() async throws {
        for number in 3..<9 { try photos.write("a/\(number).jpg", try SamplePhoto.jpeg(64, 48)) }
        let usual = ["thumbnails", "--library", photos.path, "--out", out, "--jobs", "1", "--size"]
        #expect(try await picker.run(PickerProgram.path, usual + ["32"]).status == 0)
        let files = try manifest().compactMap { $0["file"] as? String }
        // No file can take the place of a folder.
        for file in files.dropLast() {
            try FileManager.default.removeItem(atPath: "\(out)/\(file)")
            try FileManager.default.createDirectory(atPath: "\(out)/\(file)", withIntermediateDirectories: false)
        }
        try await picker.run(PickerProgram.path, usual + ["33"]).expectFailure(73)
        #expect(try manifest().contains { $0["file"] as? String == files.last })
    }

    @Test("an empty library is done at once, with an empty manifest")
    func empty() async throws {
        let empty = try FixtureFolder()
        let result = try await picker("thumbnails", "--size", "64", "--library", empty.path, "--out", out)
        #expect(result.status == 0)
        #expect(try manifest().isEmpty)
    }

    @Test("a folder that cannot be written is named before anything is made")
    func cannotWrite() async throws {
        let file = try photos.surroundings.write("", to: "file")
        for folder in [file, "\(file)/below", "/proc/thumbnails"] {
            let result = try await picker("thumbnails", "--size", "64", "--library", photos.path, "--out", folder)
            result.expectFailure(73, naming: folder)
        }
    }

    @Test(
        "progress takes one line of a terminal, however narrow, so that it can be erased",
        .enabled(if: PackagePaths.executable("script") != nil, "script is not installed"))
    func narrowTerminal() async throws {
        let command = #"stty cols 30; "$picker" thumbnails --json --size 64 --library "$from" --out "$out" >/dev/null"#
        let result = try await picker.shell(
            #"env from="$1" out="$2" script -qec "$3" /dev/null"#, photos.path, out, command)
        #expect(result.status == 0, "\(result)")
        let shown = result.output.components(separatedBy: "\r\u{1B}[2K").dropFirst()
        #expect(shown.contains { $0.hasPrefix("thumbnails 1") }, "\(result)")
        #expect(shown.allSatisfy { $0.count < 30 }, "\(result)")
    }

    @Test("a missing library makes no folder")
    func missingLibrary() async throws {
        let missing = photos.path("none")
        let result = try await picker("thumbnails", "--size", "64", "--library", missing, "--out", out)
        result.expectFailure(66, naming: missing)
        #expect(!Files.exists(out))
    }

    @Test("a folder inside the library is refused unless it is hidden, for its files would become photos")
    func insideTheLibrary() async throws {
        for name in ["small", "new/small", "../photos/small"] {
            let folder = photos.path(name)
            let result = try await picker("thumbnails", "--size", "64", "--library", photos.path, "--out", folder)
            result.expectFailure(64, naming: folder)
            #expect(!Files.exists(folder))
        }
        let hidden = photos.path(".small")
        let result = try await picker("thumbnails", "--size", "64", "--library", photos.path, "--out", hidden)
        #expect(result.status == 0)
    }

    @Test("an album that is not there makes no folder")
    func missingAlbum() async throws {
        let result = try await picker(
            "thumbnails", "--size", "64", "--library", photos.path, "--out", out, "--album", "none")
        result.expectFailure(66, naming: "none")
        #expect(!Files.exists(out))
    }
}

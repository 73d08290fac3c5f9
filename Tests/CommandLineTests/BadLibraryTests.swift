import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("Libraries that cannot be read, or hold what is no photo")
struct BadLibraryTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
    }

    private static let readers: [[String]] = [
        ["albums"], ["assets"], ["info", "x"], ["image", "x", "--size", "9", "--out", "-"],
        ["original", "x", "--out", "-"], ["size", "x"], ["serve", "--listen", "127.0.0.1:0"], ["pick", "--no-open"],
    ]

    @Test("an empty name, as of a variable that is not set, is shown by its quotes")
    func emptyName() async throws {
        try await picker("albums", "").expectFailure(66, naming: "picker: \"\": no such folder")
        try await picker("add", "", "--library", photos.path).expectFailure(66, naming: "picker: \"\": no such file")
    }

    @Test("a missing library is no such input for every command", arguments: readers)
    func missing(command: [String]) async throws {
        let result = try await picker.run(PickerProgram.path, command + ["--library", photos.path("none")])
        result.expectFailure(66, naming: photos.path("none"), "--library")
    }

    @Test("a file instead of a folder is no such input", arguments: readers)
    func file(command: [String]) async throws {
        try photos.write("photo.jpg")
        let result = try await picker.run(PickerProgram.path, command + ["--library", photos.path("photo.jpg")])
        result.expectFailure(66, naming: photos.path("photo.jpg"), "folder")
    }

    @Test("an empty library has a camera roll and no assets")
    func empty() async throws {
        let assets = try await picker("assets", "--library", photos.path)
        assets.expectSuccess()
        #expect(assets.output.isEmpty)
        let albums = try await picker("albums", "--library", photos.path, "--json")
        #expect(try albums.jsonLines().map { $0["estimatedAssetCount"] as? Int } == [0])
    }

    @Test("without --library the pictures folder of the desktop is the library")
    func picturesFolder() async throws {
        let config = picker.home.path("config")
        try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
        try photos.write("one.jpg")
        let none = try await picker("assets")
        none.expectFailure(66, naming: picker.home.path("Pictures"), "--library")
        try "# Written by xdg-user-dirs-update\nXDG_PICTURES_DIR=\"\(photos.path)\"\n".write(
            toFile: config + "/user-dirs.dirs", atomically: true, encoding: .utf8)
        let result = try await picker("assets")
        result.expectSuccess()
        #expect(result.lines.count == 1)
    }

    @Test("what the desktop says about the pictures folder is read as a shell reads it")
    func picturesFolderInQuotes() async throws {
        let home = picker.home.path("")
        let config = picker.home.path("config")
        try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
        // The home itself: there is no folder for pictures.
        for (line, folder) in [
            ("\"$HOME/Bilder \\\"2024\\\"\" # mine", "Bilder \"2024\""), ("$HOME/Fotos", "Fotos"),
            ("\"$HOME/\"", "Pictures"), ("\"\(home)\"", "Pictures"), ("\"Bilder\"", "Pictures"),
        ] {
            try "XDG_PICTURES_DIR=\(line)\n".write(
                toFile: config + "/user-dirs.dirs", atomically: true, encoding: .utf8)
            try await picker("assets").expectFailure(66, naming: picker.home.path(folder), "--library")
        }
    }

    @Test("files that only look like photos are not listed, and doctor says which and why")
    func lookAlikes() async throws {
        try photos.write("empty.jpg", [])
        try photos.write("text.jpg", Array("no photo".utf8))
        try photos.write("good.jpg")
        let assets = try await picker("assets", "--library", photos.path)
        assets.expectSuccess()
        #expect(assets.lines.count == 1)
        let report = try await picker("doctor", "--library", photos.path, "--json").json()
        let library = try #require(report["library"] as? [String: Any])
        let problems = try #require(library["diagnostics"] as? [[String: Any]])
        #expect(problems.map { $0["relativePath"] as? String } == ["empty.jpg", "text.jpg"])
    }

    @Test(
        "files of other kinds are counted by assets on standard error, by doctor, and by index where there is one",
        arguments: ["legacy-group", "fetch-result"])
    func leftOut(backend: String) async throws {
        for name in ["a.pdf", "trip/b.pdf", "trip/c.txt", "d.jpg.json"] { try photos.write(name, [1, 2, 3]) }
        try photos.write("d.jpg")
        let message = "3 files are left out, as no photo or video that is read here: 2 PDF, 1 TXT"
        let given = ["--library", photos.path, "--backend", backend]
        let assets = try await picker.run(PickerProgram.path, ["assets"] + given)
        #expect(assets.status == 0 && assets.lines.count == 1)
        #expect(assets.errors.contains("picker: warning: \(message)"), "\(assets)")
        let quiet = try await picker.run(PickerProgram.path, ["assets", "--quiet"] + given)
        #expect(quiet.errors.isEmpty)
        #expect(try await picker.run(PickerProgram.path, ["doctor"] + given).output.contains(message))
        guard backend == "fetch-result" else { return }
        let index = try await picker.run(PickerProgram.path, ["index", photos.path, "--backend", backend])
        #expect(index.output.contains(message), "\(index)")
    }

    @Test("a truncated photo is listed, and its image is bad data or what is left of it")
    func truncated() async throws {
        let whole = try SamplePhoto.jpeg(400, 300)
        try photos.write("half.jpg", Array(whole.prefix(whole.count / 2)))
        #expect(try await picker("assets", "--library", photos.path).lines.count == 1)
        let image = try await picker("image", "half.jpg", "--library", photos.path, "--size", "100", "--out", "-")
        #expect(image.status == 0 || image.status == 65)
    }

    @Test("a pipe and a device named like photos are never waited for")
    func specialFiles() async throws {
        #expect(mkfifo(photos.path("pipe.jpg"), 0o644) == 0)
        _ = mknod(photos.path("device.jpg"), S_IFCHR | 0o644, 0)  // /dev/mem's numbers; not allowed for everybody.
        try photos.write("good.jpg")
        let assets = try await picker("assets", "--library", photos.path)
        assets.expectSuccess()
        #expect(assets.lines.count == 1)
        let image = try await picker("image", "pipe.jpg", "--library", photos.path, "--size", "9", "--out", "-")
        image.expectFailure(66, naming: "pipe.jpg")
        let out = photos.surroundings.path("out")
        let thumbnails = try await picker("thumbnails", "--library", photos.path, "--size", "9", "--out", out)
        #expect(thumbnails.status == 0)
    }

    @Test("links out of the library are not followed, loops end")
    func links() async throws {
        let secret = try photos.surroundings.write("", to: "secret.jpg")
        try Data(try SamplePhoto.jpeg()).write(to: URL(fileURLWithPath: secret))
        try photos.write("inside/good.jpg")
        try photos.link("out.jpg", to: "../secret.jpg")
        try photos.link("absolute.jpg", to: secret)
        try photos.link("outside", to: photos.surroundings.path)
        try photos.link("inside/loop", to: "..")
        let assets = try await picker("assets", "--library", photos.path)
        #expect(assets.status == 0)
        #expect(assets.lines.compactMap { $0.split(separator: "\t").last } == ["inside/good.jpg"])
        for name in ["out.jpg", "absolute.jpg", "outside/secret.jpg", "../secret.jpg", secret] {
            let result = try await picker("original", name, "--library", photos.path, "--out", "-")
            #expect(result.status == 66 && result.standardOutput.isEmpty, "\(name): \(result)")
        }
    }
}

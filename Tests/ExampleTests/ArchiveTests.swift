import Foundation
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

/// The fixture library has no archives: what the backend makes of them is tested here.
@Suite("The example backend over archives", .timeLimit(.minutes(15)), .builds("CBackend")) struct ArchiveTests {
    /// Writes `trip.zip`: b.jpg stored, c.jpg deflated, and beside them what is no photo.
    private static let pack = """
        import sys, zipfile
        with zipfile.ZipFile("trip.zip", "w") as archive:
            archive.write("b.jpg", "DCIM/b.jpg", zipfile.ZIP_STORED)
            archive.write("c.jpg", "DCIM/c.jpg", zipfile.ZIP_DEFLATED)
            archive.writestr("__MACOSX/._b.jpg", b"not for people")
            archive.writestr("../out.jpg", open("b.jpg", "rb").read())
            archive.writestr("readme.txt", b"no photo")
        """

    private let picker: InstalledPicker
    private let photos: FixtureFolder

    init() async throws {
        picker = try #require(BuiltExample.picker)
        photos = try FixtureFolder()
        try photos.write("a.jpg", try SamplePhoto.jpeg(64, 48))
        try photos.write("b.jpg", try SamplePhoto.jpeg(96, 48))
        try photos.write("c.jpg", try SamplePhoto.jpeg(120, 80, orientation: 6))
        let packed = try await picker.run("python3", ["-c", Self.pack], in: photos.path)
        guard packed.succeeded else { throw InstalledPicker.Failed(step: "zipfile", result: packed) }
        for name in ["b.jpg", "c.jpg"] { try FileManager.default.removeItem(atPath: photos.path(name)) }
    }

    private func show(_ command: String, _ arguments: String...) async throws -> Subprocess.Result {
        let options = [command, "--library", photos.path, "--backend", "photo-archives"]
        return try await picker.run("picker", options + arguments, in: picker.home)
    }

    @Test("The example over archives shows the photos in folders and archives, and nothing else")
    func lists() async throws {
        let assets = try await show("assets")
        let lines = assets.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        #expect(Set(lines.compactMap(\.last)) == ["a.jpg", "trip.zip/DCIM/b.jpg", "trip.zip/DCIM/c.jpg"], "\(assets)")
        let turned = lines.first { $0.last == "trip.zip/DCIM/c.jpg" }
        #expect(turned?.contains("80x120") == true, "\(assets)")
        let albums = try await show("albums")
        #expect(albums.output.contains("trip.zip"), "\(albums)")
    }

    @Test(
        "The example over archives copies photos out of an archive unchanged, stored or deflated",
        arguments: ["b.jpg", "c.jpg"])
    func copies(name: String) async throws {
        let expected = name == "b.jpg" ? try SamplePhoto.jpeg(96, 48) : try SamplePhoto.jpeg(120, 80, orientation: 6)
        let out = "\(photos.surroundings.path)/copy.jpg"
        let result = try await show("original", "trip.zip/DCIM/\(name)", "--out", out)
        #expect(result.succeeded, "\(result)")
        #expect(Array(try Data(contentsOf: URL(fileURLWithPath: out))) == expected)
    }

    @Test("The example over archives shows a deflated photo upright and in the requested size")
    func shows() async throws {
        let out = "\(photos.surroundings.path)/small.png"
        let result = try await show("image", "trip.zip/DCIM/c.jpg", "--size", "40x40", "--out", out)
        #expect(result.succeeded, "\(result)")
        let image = try DecodedPhoto(Array(try Data(contentsOf: URL(fileURLWithPath: out))))
        #expect(image.size == PixelSize(width: 27, height: 40))
    }

    @Test("The example over archives goes on with other photos when an archive is cut off")
    func cutOff() async throws {
        let archive = try Data(contentsOf: URL(fileURLWithPath: photos.path("trip.zip")))
        try archive.prefix(archive.count - 30).write(to: URL(fileURLWithPath: photos.path("trip.zip")))
        let assets = try await show("assets")
        #expect(assets.succeeded, "\(assets)")
        #expect(assets.output.hasSuffix("a.jpg\n") && !assets.output.contains("trip.zip"), "\(assets)")
    }

    @Test("The example over archives, which shows the newest first, begins with one of a date that is too far off")
    func farDate() async throws {
        try photos.setFarDate("a.jpg")
        let all = try await show("assets")
        #expect(all.succeeded && all.output.split(separator: "\n").first?.hasSuffix("\ta.jpg") == true, "\(all)")
    }

    @Test("The example over archives gives a file the identifier that other backends give it")
    func identifiers() async throws {
        let ours = try await show("assets")
        let others = try await picker.run(
            "picker", ["assets", "--library", photos.path, "--backend", "legacy-group"], in: picker.home)
        let line = ours.output.split(separator: "\n").first { $0.hasSuffix("\ta.jpg") }
        let identifier = try #require(line?.split(separator: "\t").first)
        #expect(others.output.contains("\(identifier)\t"), "\(others)")
    }
}

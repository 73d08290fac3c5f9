import Foundation
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

/// The fixture library has no playlists: what the backend makes of them is tested here.
@Suite(
    "The example backend over playlists", .timeLimit(.minutes(30)), .serialized, .buildsSwiftExample,
    .enabled(if: TestExtent.isComplete, "BackendKit is compiled for it, which takes minutes"))
struct PlaylistTests {
    private let example: SwiftExample
    private let photos: FixtureFolder

    init() throws {
        example = try #require(SwiftExample.current)
        photos = try FixtureFolder()
        for name in ["a.jpg", "b.jpg", "c.jpg", "sub/d.jpg"] { try photos.write(name) }
    }

    private func show(_ command: String, _ arguments: String...) async throws -> Subprocess.Result {
        let options = [command, "--library", photos.path, "--backend", "photo-playlists"]
        return try await example.picker.run("picker", options + arguments, in: example.picker.home)
    }

    /// Rows of a listing, split into columns.
    private func rows(_ result: Subprocess.Result, _ separator: String) -> [[String]] {
        result.output.split(separator: "\n").map { $0.components(separatedBy: separator).filter { !$0.isEmpty } }
    }

    /// Titles of the albums besides the camera roll, with their identifiers.
    private func albums() async throws -> [(title: String, identifier: String)] {
        let result = try await show("albums")
        #expect(result.succeeded, "\(result)")
        return rows(result, "  ").dropFirst().map { ($0.last ?? "", $0[0]) }
    }

    private func paths(ofAlbum identifier: String) async throws -> [String] {
        rows(try await show("assets", "--album", identifier), "\t").compactMap(\.last)
    }

    private func writePlaylist(_ name: String, _ text: String) throws { try photos.write(name, Array(text.utf8)) }

    @Test("The example in Swift builds from what is installed, and keeps every rule of level full")
    func conforms() async throws {
        let options = ["conformance", example.plugin, "--level", "full", "--timeout-scale", "4", "--quiet"]
        let verdict = try await example.picker.run("picker", options, in: example.picker.home)
        #expect(verdict.succeeded, "\(verdict)")
        #expect(!verdict.output.contains("warning: ") && !verdict.output.contains("skipped: hostile.jpg"), "\(verdict)")
    }

    @Test("The example in Swift needs TurboJPEG and no Foundation")
    func linkage() async throws {
        let result = try await example.picker.run("readelf", ["--dynamic", example.plugin], in: example.picker.home)
        #expect(result.succeeded && result.output.contains("libturbojpeg"), "\(result)")
        #expect(!result.output.contains("Foundation"), "\(result)")
    }

    @Test("The example over playlists shows the photos of a playlist in its order, each once, whatever ends its lines")
    func order() async throws {
        let text = """
            \u{FEFF}#EXTM3U\r
            #PLAYLIST:Best of all\r
            #EXTINF:-1,The lighthouse, at noon\r
            ../c.jpg\r
            # a comment\r
            \r
            ..\\sub\\d.jpg\r
            ../c.jpg\r
            ./.././a.jpg\r

            """
        try writePlaylist("lists/best.m3u8", text)
        let albums = try await albums()
        #expect(albums.map(\.title) == ["Best of all"])
        let best = try #require(albums.first)
        #expect(try await paths(ofAlbum: best.identifier) == ["c.jpg", "sub/d.jpg", "a.jpg"])
        let info = try await show("info", "c.jpg", "--json")
        #expect(info.output.contains("The lighthouse, at noon"), "\(info)")
        let roll = try await show("assets", "--sort", "filename")
        #expect(rows(roll, "\t").compactMap(\.last) == ["a.jpg", "b.jpg", "c.jpg", "sub/d.jpg"])
    }

    @Test(
        "The example over playlists takes absolute paths into the library, names that are not UTF-8, and the end of a file for that of a line"
    )
    func names() async throws {
        let raw = Array("caf".utf8) + [0xE9] + Array(".jpg".utf8)
        try photos.write(rawName: raw, try SamplePhoto.jpeg())
        try photos.write("old.m3u", Array("\(photos.path)/sub/d.jpg\n".utf8) + raw + Array("\nb.jpg".utf8))
        let old = try #require(try await albums().first)
        #expect(old.title == "old")
        #expect(try await paths(ofAlbum: old.identifier) == ["sub/d.jpg", "caf\u{FFFD}.jpg", "b.jpg"])
    }

    @Test("The example over playlists opens nothing outside of the library, and reports what is wrong with each line")
    func refuses() async throws {
        let secret = photos.surroundings.path("secret.jpg")
        try Data(try SamplePhoto.jpeg(80, 80)).write(to: URL(fileURLWithPath: secret))
        try photos.link("link.jpg", to: secret)
        try photos.link("way", to: photos.surroundings.path)
        let lines = [
            "a.jpg", "../secret.jpg", secret, "link.jpg", "way/secret.jpg", "sub/../../secret.jpg", "missing.jpg",
            "https://example.org/a.jpg", "\(photos.path)2/a.jpg", "list.m3u8", #"..\secret.jpg"#,
        ]
        try writePlaylist("list.m3u8", lines.joined(separator: "\n"))
        let list = try #require(try await albums().first)
        #expect(try await paths(ofAlbum: list.identifier) == ["a.jpg"])
        let all = try await show("assets")
        #expect(!all.output.contains("80x80") && !all.output.contains("secret"), "\(all)")
        let report = try await show("doctor", "--json")
        for (number, line) in lines.enumerated().dropFirst() {
            let isOutside = [1, 2, 5, 8, 10].contains(number)
            let what =
                number == 7 ? "an address" : isOutside ? "outside of this library" : "no JPEG photo of this library"
            let message = "line \(number + 1), \(line): \(what)"
            let text = report.output.replacing("\\/", with: "/").replacing(#"\\"#, with: #"\"#)
            #expect(text.contains(message), "\(message)\n\(report)")
        }
    }

    @Test("The example over playlists makes no album of an empty playlist, nor of a file that is none")
    func nothingLeft() async throws {
        try writePlaylist("gone.m3u8", "gone.jpg\n")
        try writePlaylist("empty.m3u8", "")
        try writePlaylist("list.txt", "a.jpg\n")
        try writePlaylist(".hidden.m3u8", "a.jpg\n")
        #expect(try await albums().map(\.title) == [])
    }

    @Test(
        "The example over playlists shows photos upright in the requested size, with the identifiers of other backends")
    func photo() async throws {
        try photos.write("turned.jpg", try SamplePhoto.jpeg(120, 80, orientation: 6))
        let out = "\(example.picker.home)/small.png"
        let result = try await show("image", "turned.jpg", "--size", "40x40", "--out", out)
        #expect(result.succeeded, "\(result)")
        let image = try DecodedPhoto(Array(try Data(contentsOf: URL(fileURLWithPath: out))))
        #expect(image.size == PixelSize(width: 27, height: 40))
        let ours = rows(try await show("assets"), "\t").first { $0.last == "turned.jpg" }
        let identifier = try #require(ours?.first)
        let others = try await example.picker.run(
            "picker", ["assets", "--library", photos.path, "--backend", "legacy-group"], in: example.picker.home)
        #expect(others.output.contains("\(identifier)\t"), "\(others)")
    }

    @Test("The example over playlists puts a photo with a date that milliseconds do not count after all others")
    func farDate() async throws {
        try photos.setFarDate("b.jpg")
        let all = try await show("assets", "--sort", "created")
        #expect(rows(all, "\t").last?.last == "b.jpg", "\(all)")
    }

    @Test("picker watch reports that a playlist was rewritten")
    func watches() async throws {
        try writePlaylist("list.m3u8", "a.jpg\nb.jpg\n")
        let list = try #require(try await albums().first)
        // The first line has the listing at the start; the playlist is written after it was read.
        let script = """
            picker watch --json --backend photo-playlists --library "$1" --album "$2" | {
                read -r start
                printf 'b.jpg\\nc.jpg\\na.jpg\\n' > "$1/new" && mv "$1/new" "$1/list.m3u8"
                read -r change; echo "$change"
            }
            """
        let result = try await example.picker.run(
            "bash", ["-c", script, "watching", photos.path, list.identifier], in: example.picker.home)
        let change = try JSONSerialization.jsonObject(with: Data(result.standardOutput)) as? [String: Any]
        #expect(change?["count"] as? Int == 3, "\(result)")
        #expect((change?["inserted"] as? [[String: Any]])?.compactMap { $0["index"] as? Int } == [1], "\(result)")
        #expect((change?["moved"] as? [Any])?.count == 1, "\(result)")
    }
}

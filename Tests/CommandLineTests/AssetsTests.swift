import Foundation
import PhotoFixtures
import Testing

@Suite("picker assets")
struct AssetsTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("IMG_20200101_120000.jpg")
        try photos.write("b/IMG_20220101_120000.jpg")
        try photos.write("b/IMG_20210101_120000.png", try SamplePhoto.png())
        try photos.write("clip.mp4", SampleMedia.mp4)
    }

    private func paths(_ arguments: String...) async throws -> [String] {
        let all = ["assets", "--library", photos.path] + arguments
        let result = try await picker.run(PickerProgram.path, all)
        result.expectSuccess()
        return result.lines.map { String($0.split(separator: "\t").last ?? "") }
    }

    @Test("lists identifier, size, date and path of everything in the camera roll, separated by tabs")
    func lists() async throws {
        let result = try await picker("assets", "--library", photos.path)
        result.expectSuccess()
        let rows = result.lines.map { $0.split(separator: "\t").map(String.init) }
        #expect(rows.allSatisfy { $0.count == 4 })
        let row = try #require(rows.first { $0[3] == "IMG_20200101_120000.jpg" })
        #expect(row[1] == "64x48")
        #expect(row[2].hasPrefix("2020-01-01T12:00:00"))
        #expect(rows.count == 4)
    }

    @Test("--media keeps photos or videos")
    func media() async throws {
        #expect(try await paths("--media", "video") == ["clip.mp4"])
        #expect(try await paths("--media", "image").count == 3)
        #expect(try await paths("--media", "any").count == 4)
    }

    @Test("--sort orders by date or name, a minus turns it round")
    func sort() async throws {
        let byDate = try await paths("--media", "image", "--sort", "created")
        #expect(
            byDate == ["IMG_20200101_120000.jpg", "b/IMG_20210101_120000.png", "b/IMG_20220101_120000.jpg"])
        #expect(try await paths("--media", "image", "--sort=-created") == byDate.reversed())
        #expect(try await paths("--media", "image", "--sort", "-created") == byDate.reversed())
        #expect(try await paths("--sort", "filename").first == "clip.mp4")
    }

    @Test("--offset and --limit cut a window out of the list")
    func window() async throws {
        let all = try await paths()
        #expect(try await paths("--offset", "1", "--limit", "2") == Array(all[1...2]))
        #expect(try await paths("--limit", "0").isEmpty)
        #expect(try await paths("--offset", "99").isEmpty)
        #expect(try await paths("--offset", "3", "--limit", "99") == [all[3]])
    }

    @Test("--album lists one album")
    func album() async throws {
        let albums = try await picker("albums", "--library", photos.path, "--json").jsonLines()
        let identifier = try #require(albums.first { $0["title"] as? String == "b" }?["localIdentifier"] as? String)
        #expect(try await paths("--album", identifier).count == 2)
    }

    @Test("--search is an error with a backend that does not search, also when sorting")
    func search() async throws {
        for sort in [[], ["--sort", "created"]] {
            let arguments =
                ["assets", "--library", photos.path, "--backend", "legacy-group", "--search", "beach"] + sort
            let result = try await picker.run(PickerProgram.path, arguments)
            result.expectFailure(69, naming: "legacy-group does not search")
        }
    }

    @Test("an unknown album is no such input")
    func unknownAlbum() async throws {
        try await picker("assets", "--library", photos.path, "--album", "cNone").expectFailure(66, naming: "cNone")
    }

    @Test("gives one JSON object on each line, with every key even where the value is not known")
    func json() async throws {
        let result = try await picker("assets", "--library", photos.path, "--json")
        result.expectSuccess()
        let assets = try result.jsonLines()
        #expect(assets.count == 4)
        for asset in assets { #expect(Set(asset.keys) == JSONKeys.asset) }
        let photo = try #require(assets.first { $0["filename"] as? String == "IMG_20200101_120000.jpg" })
        #expect(photo["mediaType"] as? String == "image")
        #expect(photo["uniformTypeIdentifier"] as? String == "public.jpeg")
        #expect(photo["creationDateSource"] as? String == "filename")
        #expect(photo["creationOffsetKnown"] as? Bool == false)
        #expect(photo["relativePath"] as? String == "IMG_20200101_120000.jpg")
        let size = try Files.bytes(photos.path("IMG_20200101_120000.jpg")).count
        #expect(photo["byteSize"] as? Int == size)
        let parts = try #require(photo["representations"] as? [[String: Any]])
        #expect(parts.count == 1 && Set(parts[0].keys) == JSONKeys.representation)
        #expect(parts[0]["role"] as? String == "photo")
    }

    @Test("the representations of a pair are all in the JSON")
    func pair() async throws {
        try photos.write("raw/IMG_1.JPG")
        try photos.write("raw/IMG_1.DNG", SampleMedia.dng)
        let assets = try await picker("assets", "--library", photos.path, "--json").jsonLines()
        let pair = try #require(assets.first { $0["filename"] as? String == "IMG_1.JPG" })
        let parts = try #require(pair["representations"] as? [[String: Any]])
        #expect(parts.map { $0["role"] as? String } == ["photo", "raw"])
    }
}

/// The keys that scripts rely on.
enum JSONKeys {
    static let asset: Set<String> = [
        "localIdentifier", "filename", "relativePath", "mediaType", "mediaSubtypes", "pixelWidth", "pixelHeight",
        "creationDate", "creationDateSource", "creationOffsetKnown", "modificationDate", "byteSize", "duration",
        "location", "isFavorite", "isHidden", "hasAdjustments", "uniformTypeIdentifier", "representations", "version",
        "availability",
    ]
    static let representation: Set<String> = [
        "role", "filename", "uniformTypeIdentifier", "byteSize", "pixelWidth", "pixelHeight", "availability",
    ]
}

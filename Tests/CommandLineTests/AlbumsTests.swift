import PhotoFixtures
import TestSupport
import Testing

@Suite("picker albums")
struct AlbumsTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("Holiday/1.jpg")
        try photos.write("Holiday/2.jpg")
        try photos.write("DCIM/100APPLE/IMG_0001.JPG")
    }

    @Test(
        "a name that no album can have is refused at once, however long it and the titles are", .timeLimit(.minutes(3)))
    func longName() async throws {
        let photos = try FixtureFolder()
        for number in 1...20 { try photos.write("\(number)\(String(repeating: "a", count: 200))/1.jpg") }
        let name = String(repeating: "a", count: 100_000)
        let result = try await picker("assets", "--library", photos.path, "--album", name)
        #expect(result.status == 66 && !result.errors.contains("did you mean"))
        let near = try await picker("assets", "--library", photos.path, "--album", "x1" + name.prefix(200))
        #expect(near.status == 66 && near.errors.contains("did you mean"))
    }

    @Test("lists the camera roll first, then events and albums")
    func lists() async throws {
        let result = try await picker("albums", "--library", photos.path, "--backend", "legacy-group")
        result.expectSuccess()
        let cells = result.lines.map { $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init) }
        #expect(cells.map { $0[1] }.sorted() == ["album", "cameraRoll", "event"])
        #expect(cells[0][1] == "cameraRoll")
        #expect(Set(cells.map { $0.last ?? "" }) == ["Roll", "100APPLE", "Holiday"])
    }

    @Test("lists smart albums that hold something, and folders with the albums inside, where the backend knows them")
    func nested() async throws {
        let result = try await picker("albums", "--library", photos.path, "--json", "--backend", "fetch-result")
        result.expectSuccess()
        let albums = try result.jsonLines()
        #expect(
            albums.compactMap { $0["title"] as? String }
                == ["Camera Roll", "Recently Added", "DCIM", "100APPLE", "Holiday"])
        let folder = try #require(albums.first { $0["title"] as? String == "DCIM" })
        let event = try #require(albums.first { $0["title"] as? String == "100APPLE" })
        #expect(folder["type"] as? String == "folder" && event["type"] as? String == "event")
        #expect(event["parent"] as? String == folder["localIdentifier"] as? String)
    }

    @Test("shows albums below the folder that they are in")
    func tree() async throws {
        let result = try await picker("albums", photos.path, "--backend", "fetch-result")
        result.expectSuccess()
        #expect(result.lines.contains { $0.hasSuffix("  DCIM") && $0.contains(" folder ") })
        let folder = try #require(result.lines.firstIndex { $0.hasSuffix("  DCIM") })
        #expect(result.lines[folder + 1].hasSuffix("    100APPLE"), "\(result.output)")
        #expect(
            result.lines.last?.hasSuffix("  Holiday") == true && result.lines.last?.hasSuffix("    Holiday") == false)
    }

    @Test("a title does wherever an identifier does, when no other album has it")
    func titles() async throws {
        try photos.write("other/Holiday/3.jpg")
        let one = try await picker("assets", photos.path, "--album", "100APPLE")
        #expect(one.lines.count == 1 && one.lines[0].hasSuffix("IMG_0001.JPG"), "\(one)")
        let several = try await picker("assets", photos.path, "--album", "Holiday")
        several.expectFailure(64, naming: "2 albums Holiday", "identifier", "as \"other/Holiday\"")
        let inside = try await picker("assets", photos.path, "--album", "other/Holiday")
        #expect(inside.lines.count == 1 && inside.lines[0].hasSuffix("other/Holiday/3.jpg"), "\(inside)")
        let none = try await picker("assets", photos.path, "--album", "100APPEL")
        none.expectFailure(66, naming: "100APPEL", "did you mean \"100APPLE\"?")
        let out = photos.surroundings.path("thumbnails")
        let thumbnails = try await picker(
            "thumbnails", "--library", photos.path, "--size", "32", "--out", out, "--album", "100APPLE")
        #expect(thumbnails.status == 0 && thumbnails.errors == "1 thumbnails in \(out)\n", "\(thumbnails)")
    }

    @Test("a title is that of the photos of a folder which also has albums")
    func ownPhotosOfFolder() async throws {
        try photos.write("Holiday/Beach/3.jpg")
        let own = try await picker("assets", photos.path, "--album", "Holiday")
        #expect(own.lines.map { $0.suffix(5) } == ["1.jpg", "2.jpg"], "\(own)")
        let beach = try await picker("assets", photos.path, "--album", "Holiday/Beach")
        #expect(beach.lines.map { $0.suffix(5) } == ["3.jpg"], "\(beach)")
        let missing = try await picker("assets", photos.path, "--album", "Holiday/Beech")
        missing.expectFailure(66, naming: "no album Holiday/Beech")
    }

    @Test("gives one JSON object on each line, with every key even where the value is not known")
    func json() async throws {
        let result = try await picker("albums", "--library", photos.path, "--json", "--backend", "legacy-group")
        result.expectSuccess()
        let albums = try result.jsonLines()
        #expect(albums.count == 3)
        for album in albums {
            #expect(
                Set(album.keys) == ["localIdentifier", "title", "type", "subtype", "estimatedAssetCount", "parent"])
        }
        let holiday = try #require(albums.first { $0["title"] as? String == "Holiday" })
        #expect(holiday["type"] as? String == "album")
        #expect(holiday["estimatedAssetCount"] as? Int == 2)
        #expect(albums[0]["subtype"] as? String == "cameraRoll")
    }

    @Test("keeps identifiers across runs")
    func stableIdentifiers() async throws {
        let first = try await picker("albums", "--library", photos.path)
        let second = try await picker("albums", "--library", photos.path + "/Holiday/..")
        #expect(first.output == second.output)
    }
}

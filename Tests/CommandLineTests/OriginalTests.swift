import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

@Suite("picker original")
struct OriginalTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let jpeg: [UInt8]

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        jpeg = try photos.write("IMG_1.JPG")
        try photos.write("IMG_1.DNG", SampleMedia.dng)
        try photos.write("IMG_2.JPG")
        try photos.write("IMG_E2.JPG", try SamplePhoto.jpeg(100, 100))
        try photos.write("IMG_2.MOV", SampleMedia.quickTime)
    }

    private func original(_ asset: String, _ arguments: String...) async throws -> [UInt8] {
        let out = photos.surroundings.path("out")
        let all = ["original", asset, "--library", photos.path, "--out", out] + arguments
        let result = try await picker.run(PickerProgram.path, all)
        result.expectSuccess()
        return try Files.bytes(out)
    }

    @Test("copies the bytes as they are")
    func bytes() async throws {
        #expect(try await original("IMG_1.JPG") == jpeg)
    }

    @Test("copies large files in pieces, without losing any")
    func large() async throws {
        let noise = (0..<3_400_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        let bytes = try photos.write("large.jpg", try SamplePhoto.jpeg() + noise)
        #expect(try await original("large.jpg") == bytes)
    }

    @Test("- writes to standard output")
    func standardOutput() async throws {
        let result = try await picker("original", "IMG_1.JPG", "--library", photos.path, "--out", "-")
        result.expectSuccess()
        #expect(result.standardOutput == jpeg)
    }

    @Test("--without-location copies a JPEG without its place, and nothing else")
    func withoutLocation() async throws {
        let packet = """
            http://ns.adobe.com/xap/1.0/\0<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Paris" photoshop:Headline="Tower"/></r:RDF>
            """
        let length = packet.utf8.count + 2
        let plain = try SamplePhoto.jpeg()
        let segment: [UInt8] = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array(packet.utf8)
        try photos.write("placed.jpg", Array(plain.prefix(2)) + segment + plain.dropFirst(2) + Array("Paris".utf8))
        let copy = try await original("placed.jpg", "--without-location")
        let text = String(decoding: copy, as: Unicode.ASCII.self)
        #expect(!text.contains("Paris") && text.contains("Tower"))
        #expect(try DecodedPhoto(copy).size.width == 64)
    }

    @Test("--without-location fails for what it cannot clean, and writes nothing")
    func withoutLocationOfOthers() async throws {
        let out = photos.surroundings.path("out")
        for role in ["raw", "photo"] {
            try photos.write("IMG_3.PNG", try SamplePhoto.png())
            let asset = role == "raw" ? "IMG_1.JPG" : "IMG_3.PNG"
            let result = try await picker(
                "original", asset, "--library", photos.path, "--representation", role, "--without-location", "--out",
                out)
            result.expectFailure(65, naming: "IMG_", "JPEG only", "--mode compatible")
            #expect(!Files.exists(out))
        }
    }

    @Test("--representation chooses a file of the asset")
    func representation() async throws {
        #expect(try await original("IMG_1.JPG", "--representation", "raw") == SampleMedia.dng)
        #expect(try await original("IMG_1.JPG", "--representation", "photo") == jpeg)
        #expect(try await original("IMG_2.JPG", "--representation", "pairedVideo") == SampleMedia.quickTime)
        let edited = try await original("IMG_2.JPG", "--representation", "edited")
        #expect(try DecodedPhoto(edited).size.width == 100)
    }

    @Test("a representation that the asset has not is no such input, with those that it has")
    func missingRepresentation() async throws {
        let out = photos.surroundings.path("out")
        let result = try await picker(
            "original", "IMG_1.JPG", "--library", photos.path, "--representation", "video", "--out", out)
        result.expectFailure(66, naming: "IMG_1.JPG", "photo, raw")
        #expect(!Files.exists(out))
    }
}

@Suite("picker size")
struct SizeTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("a.jpg", try SamplePhoto.jpeg() + [UInt8](repeating: 0, count: 5000))
        try photos.write("clip.mp4", SampleMedia.mp4)
    }

    @Test("sums the bytes of photos and videos")
    func sums() async throws {
        let photo = try Files.bytes(photos.path("a.jpg")).count
        let result = try await picker("size", "a.jpg", "clip.mp4", "--library", photos.path)
        result.expectSuccess()
        #expect(result.lines.count == 3)
        #expect(result.lines[0].hasPrefix("\(photo) ") && result.lines[0].hasSuffix(" a.jpg"))
        #expect(result.lines[2].hasPrefix("\(photo + SampleMedia.mp4.count) "))
    }

    @Test("the JSON counts what is no image, and says so")
    func json() async throws {
        let result = try await picker("size", "clip.mp4", "a.jpg", "--library", photos.path, "--json")
        result.expectSuccess()
        let document = try result.json()
        #expect(document["nonImageCount"] as? Int == 1)
        let entries = try #require(document["assets"] as? [[String: Any]])
        #expect(entries.map { $0["filename"] as? String } == ["clip.mp4", "a.jpg"])
        #expect(entries.map { $0["mediaType"] as? String } == ["video", "image"])
        let sum = entries.compactMap { $0["byteSize"] as? Int }.reduce(0, +)
        #expect(document["total"] as? Int == sum)
    }

    @Test("one unknown photo fails the sum and is named")
    func missing() async throws {
        try await picker("size", "a.jpg", "gone.jpg", "--library", photos.path).expectFailure(66, naming: "gone.jpg")
    }
}

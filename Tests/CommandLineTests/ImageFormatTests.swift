import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

@Suite("Formats that picker image writes and reads")
struct ImageFormatTests {
    let fixture: ImageFixture

    init() throws { fixture = try ImageFixture() }

    @Test(
        "the name of the output decides between JPEG, PNG and WebP",
        arguments: zip(
            ["o.jpg", "o.JPEG", "o.png", "o.PNG", "o.webp", "o.WebP"], ["jpeg", "jpeg", "png", "png", "webp", "webp"]))
    func byName(file: String, format: String) async throws {
        let image = try await fixture.image("photo.jpg", "--size", "100", file: file)
        #expect(image.format == format)
        #expect(image.shows(SamplePhoto.colors))
    }

    @Test("transparency stays in a PNG or WebP and becomes white in a JPEG")
    func alpha() async throws {
        try fixture.photos.write("glass.png", try SamplePhoto.png(200, 100, alpha: 0))
        for file in ["o.png", "o.webp"] {
            let glass = try await fixture.image("glass.png", "--size", "full", file: file)
            #expect(glass.alpha == [255, 0, 255, 0])
        }
        let jpeg = try await fixture.image("glass.png", "--size", "full", file: "o.jpg")
        let white = [255, 255, 255]
        #expect(jpeg.shows([SamplePhoto.colors[0], white, SamplePhoto.colors[2], white]))
    }

    @Test("of a file that is cut off comes what there is, and a line that says so")
    func incomplete() async throws {
        try fixture.photos.write("a/cut.jpg", SamplePhoto.cutOff(try SamplePhoto.jpeg(800, 600)))
        let result = try await fixture.picker(
            "image", "a/cut.jpg", "--library", fixture.photos.path, "--size", "100", "--out", "-")
        #expect(result.status == 0)
        #expect(try DecodedPhoto(result.standardOutput).size == PixelSize(width: 100, height: 75))
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("a/cut.jpg: a part of the picture is missing"), "\(lines)")
    }

    @Test("- writes a JPEG to standard output")
    func standardOutput() async throws {
        let result = try await fixture.picker(
            "image", "photo.jpg", "--library", fixture.photos.path, "--size", "64", "--out", "-")
        result.expectSuccess()
        #expect(try DecodedPhoto(result.standardOutput).shows(SamplePhoto.colors))
    }

    @Test("a lower quality makes a smaller file", arguments: ["o.jpg", "o.webp"])
    func quality(file: String) async throws {
        // Flat colours take as many bytes at any quality.
        try fixture.photos.write("grain.png", try SamplePhoto.grainyPNG(64, 48, hasAlpha: false))
        var counts: [Int] = []
        for quality in ["5", "95"] {
            _ = try await fixture.image("grain.png", "--size", "full", "--quality", quality, file: file)
            counts.append(try Files.bytes(fixture.photos.surroundings.path(file)).count)
        }
        #expect(counts[0] < counts[1])
    }

    @Test("--progressive writes a JPEG that appears coarse first, and is for JPEG only")
    func progressive() async throws {
        let out = fixture.photos.surroundings.path("o.jpg")
        for (arguments, marker) in [([], 0xC0), (["--progressive"], 0xC2)] as [([String], UInt8)] {
            let result = try await fixture.picker.run(
                PickerProgram.path,
                ["image", "photo.jpg", "--library", fixture.photos.path, "--size", "64", "--out", out] + arguments)
            result.expectSuccess()
            let file = try Files.bytes(out)
            let frames = zip(file, file.dropFirst()).filter { $0 == 0xFF && [0xC0, 0xC2].contains($1) }.map(\.1)
            #expect(frames == [marker])
            #expect(try DecodedPhoto(file).shows(SamplePhoto.colors))
        }
        let refused = try await fixture.picker(
            "image", "photo.jpg", "--library", fixture.photos.path, "--size", "64", "--out", out + ".png",
            "--progressive")
        refused.expectFailure(64, naming: "--progressive")
    }

    @Test("colours become sRGB, or keep their profile, which is in the file", arguments: ["o.jpg", "o.png", "o.webp"])
    func color(file: String) async throws {
        try fixture.photos.write("p3.jpg", try SamplePhoto.displayP3())
        let converted = try await fixture.image("p3.jpg", "--size", "full", file: file)
        #expect(!converted.hasColorProfile)
        let named = try await fixture.image("p3.jpg", "--size", "full", "--color", "srgb", file: file)
        #expect(!named.hasColorProfile)
        let kept = try await fixture.image("p3.jpg", "--size", "full", "--color", "keep", file: file)
        #expect(kept.hasColorProfile)
    }

    @Test("an existing file is replaced, a failed image leaves it as it was")
    func replaces() async throws {
        let out = try fixture.photos.surroundings.write("old", to: "o.jpg")
        try fixture.photos.write("broken.jpg", Array(try SamplePhoto.jpeg().prefix(40)))
        let failed = try await fixture.picker(
            "image", "broken.jpg", "--library", fixture.photos.path, "--size", "9", "--out", out)
        failed.expectFailure(65, naming: "broken.jpg")
        #expect(try Files.bytes(out) == Array("old".utf8))
        _ = try await fixture.image("photo.jpg", "--size", "10", file: "o.jpg")
        #expect(try DecodedPhoto(try Files.bytes(out)).size.width == 10)
    }

    @Test("a format that the backend does not decode is bad data, with what would help; so is a video without frames")
    func unsupported() async throws {
        try fixture.photos.write("apple.heic", SampleMedia.heic)
        try fixture.photos.write("clip.mov", SampleMedia.quickTime)
        let out = fixture.photos.surroundings.path("o.jpg")
        let heic = try await fixture.picker(
            "image", "apple.heic", "--library", fixture.photos.path, "--size", "9", "--out", out, "--backend",
            "fetch-result")
        heic.expectFailure(65, naming: "apple.heic", "libheif")
        let movie = try await fixture.picker(
            "image", "clip.mov", "--library", fixture.photos.path, "--size", "9", "--out", out)
        movie.expectFailure(65, naming: "clip.mov", "damaged")
        #expect(!Files.exists(out))
    }

    @Test("a target that cannot be written is named")
    func cannotWrite() async throws {
        let file = try fixture.photos.surroundings.write("", to: "file")
        for out in ["\(file)/o.jpg", "\(fixture.photos.surroundings.path)/none/o.jpg", "/proc/o.jpg"] {
            let result = try await fixture.picker(
                "image", "photo.jpg", "--library", fixture.photos.path, "--size", "9", "--out", out)
            result.expectFailure(73, naming: out)
        }
    }
}

import PhotoFixtures
import Pixels
import TestSupport
import Testing

/// A picker, a library of one JPEG of 800x600 in `photo.jpg`, and a place for output.
struct ImageFixture {
    let picker: PickerProgram
    let photos: PhotoFolder

    init() throws {
        picker = try PickerProgram()
        photos = try PhotoFolder()
        try photos.write("photo.jpg", try SamplePhoto.jpeg(800, 600))
    }

    /// Runs `picker image` and decodes what it wrote.
    func image(
        _ asset: String = "photo.jpg", _ arguments: String..., file: String = "out.jpg"
    ) async throws -> DecodedPhoto {
        let out = photos.surroundings.path(file)
        let all = ["image", asset, "--library", photos.path, "--out", out] + arguments
        let result = try await picker.run(PickerProgram.path, all)
        result.expectSuccess()
        #expect(result.output.isEmpty)
        return try DecodedPhoto(try Files.bytes(out))
    }
}

@Suite("Sizes that picker image makes")
struct ImageSizeTests {
    let fixture: ImageFixture

    init() throws { fixture = try ImageFixture() }

    @Test("an image fits into the box, with the shape of the photo")
    func fit() async throws {
        let image = try await fixture.image("photo.jpg", "--size", "200x200")
        #expect(image.size == PixelSize(width: 200, height: 150))
        #expect(image.format == "jpeg")
        #expect(image.shows(SamplePhoto.colors))
    }

    @Test("one number is a square box")
    func squareBox() async throws {
        #expect(try await fixture.image("photo.jpg", "--size", "100").size == PixelSize(width: 100, height: 75))
    }

    @Test("an image that fills the box has its size exactly, cut around the centre")
    func fill() async throws {
        let image = try await fixture.image("photo.jpg", "--size", "120x120", "--mode", "fill")
        #expect(image.size == PixelSize(width: 120, height: 120))
        #expect(image.shows(SamplePhoto.colors))
    }

    @Test("full gives every pixel of the photo")
    func full() async throws {
        let image = try await fixture.image("photo.jpg", "--size", "full")
        #expect(image.size == PixelSize(width: 800, height: 600))
        #expect(image.shows(SamplePhoto.colors))
    }

    @Test("a box larger than the photo does not enlarge it, unless exactly that is asked for")
    func enlarging() async throws {
        #expect(try await fixture.image("photo.jpg", "--size", "4000x4000").size == PixelSize(width: 800, height: 600))
        let exact = try await fixture.image("photo.jpg", "--size", "1000x1000", "--resize", "exact")
        #expect(exact.size == PixelSize(width: 1000, height: 750))
    }

    @Test("a crop is a part of the photo", arguments: zip(["0,0,400,300", "400,0,400,300", "0,300,400,300"], 0...2))
    func crop(rect: String, quarter: Int) async throws {
        let image = try await fixture.image("photo.jpg", "--size", "full", "--crop", rect)
        #expect(image.size == PixelSize(width: 400, height: 300))
        #expect(image.shows(Array(repeating: SamplePhoto.colors[quarter], count: 4)))
    }

    @Test("a crop outside of the photo is wrong usage")
    func cropOutside() async throws {
        let out = fixture.photos.surroundings.path("o.jpg")
        let result = try await fixture.picker(
            "image", "photo.jpg", "--library", fixture.photos.path, "--size", "full", "--crop", "700,0,200,10",
            "--out", out)
        result.expectFailure(64, naming: "photo.jpg")
        #expect(!Files.exists(out))
    }

    @Test("every delivery and resize mode gives the photo", arguments: ["opportunistic", "high-quality", "fast"])
    func modes(delivery: String) async throws {
        for resize in ["exact", "fast", "none"] {
            let image = try await fixture.image(
                "photo.jpg", "--size", "300", "--delivery", delivery, "--resize", resize)
            #expect(image.shows(SamplePhoto.colors), "\(delivery) \(resize)")
        }
    }

    @Test("photos come out upright, whatever their orientation says", arguments: UInt16(1)...8)
    func orientation(value: UInt16) async throws {
        try fixture.photos.write("turned.jpg", try SamplePhoto.jpeg(320, 240, orientation: value))
        let image = try await fixture.image("turned.jpg", "--size", "160")
        // Where the four stored quarters are seen, by the definition of each value in EXIF 2.3, section 4.6.4.
        let places = [
            [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0],
            [1, 3, 0, 2],
        ]
        #expect(image.shows(places[Int(value) - 1].map { SamplePhoto.colors[$0] }))
        #expect(image.size == (value < 5 ? PixelSize(width: 160, height: 120) : PixelSize(width: 120, height: 160)))
    }
}

@Suite("Formats that picker image writes and reads")
struct ImageFormatTests {
    let fixture: ImageFixture

    init() throws { fixture = try ImageFixture() }

    @Test("the name of the output decides between JPEG and PNG", arguments: ["o.jpg", "o.JPEG", "o.png", "o.PNG"])
    func byName(file: String) async throws {
        let image = try await fixture.image("photo.jpg", "--size", "100", file: file)
        #expect(image.format == (file.lowercased().hasSuffix("png") ? "png" : "jpeg"))
        #expect(image.shows(SamplePhoto.colors))
    }

    @Test("transparency stays in a PNG and becomes white in a JPEG")
    func alpha() async throws {
        try fixture.photos.write("glass.png", try SamplePhoto.png(200, 100, alpha: 0))
        let png = try await fixture.image("glass.png", "--size", "full", file: "o.png")
        #expect(png.alpha == [255, 0, 255, 0])
        let jpeg = try await fixture.image("glass.png", "--size", "full", file: "o.jpg")
        let white = [255, 255, 255]
        #expect(jpeg.shows([SamplePhoto.colors[0], white, SamplePhoto.colors[2], white]))
    }

    @Test("- writes a JPEG to standard output")
    func standardOutput() async throws {
        let result = try await fixture.picker(
            "image", "photo.jpg", "--library", fixture.photos.path, "--size", "64", "--out", "-")
        result.expectSuccess()
        #expect(try DecodedPhoto(result.standardOutput).shows(SamplePhoto.colors))
    }

    @Test("a lower quality makes a smaller file")
    func quality() async throws {
        var counts: [Int] = []
        for quality in ["5", "95"] {
            let result = try await fixture.picker(
                "image", "photo.jpg", "--library", fixture.photos.path, "--size", "full", "--out", "-", "--quality",
                quality)
            counts.append(result.standardOutput.count)
        }
        #expect(counts[0] < counts[1])
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

    @Test("a format that no backend here decodes is bad data, with what would help")
    func unsupported() async throws {
        try fixture.photos.write("apple.heic", SampleMedia.heic)
        try fixture.photos.write("clip.mov", SampleMedia.quickTime)
        let out = fixture.photos.surroundings.path("o.jpg")
        let heic = try await fixture.picker(
            "image", "apple.heic", "--library", fixture.photos.path, "--size", "9", "--out", out)
        heic.expectFailure(65, naming: "apple.heic", "libheif")
        let movie = try await fixture.picker(
            "image", "clip.mov", "--library", fixture.photos.path, "--size", "9", "--out", out)
        movie.expectFailure(65, naming: "clip.mov", "video")
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

@Suite("Versions of an edited photo")
struct VersionTests {
    let fixture: ImageFixture
    let sizes = ["current": 320, "unadjusted": 160, "original": 160]

    init() throws {
        fixture = try ImageFixture()
        try fixture.photos.write("IMG_0001.JPG", try SamplePhoto.jpeg(160, 120))
        try fixture.photos.write("IMG_E0001.JPG", try SamplePhoto.jpeg(320, 240))
    }

    @Test("current has the edits, unadjusted and original do not", arguments: ["current", "unadjusted", "original"])
    func version(name: String) async throws {
        let image = try await fixture.image("IMG_0001.JPG", "--size", "full", "--version", name)
        #expect(image.size.width == sizes[name])
    }

    @Test("without an edit every version is the photo", arguments: ["current", "unadjusted", "original"])
    func unedited(name: String) async throws {
        #expect(try await fixture.image("photo.jpg", "--size", "full", "--version", name).size.width == 800)
    }
}
